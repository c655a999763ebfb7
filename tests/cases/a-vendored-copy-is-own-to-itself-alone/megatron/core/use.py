import megatron.core.utils
from megatron.core import x
import megatron.training
