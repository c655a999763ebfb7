"""Fine-tuning through the trainer of transformers."""
from transformers import Trainer, TrainingArguments


def trainer(model, data, output):
    arguments = TrainingArguments(
        output_dir=output,
        per_device_train_batch_size=8,
        gradient_accumulation_steps=4,
        fp16=True,
        logging_steps=20,
    )
    return Trainer(model=model, args=arguments, train_dataset=data)
