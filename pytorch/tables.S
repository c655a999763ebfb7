/* The tables of pytorch/ as bytes in read-only memory. */
	.section .rodata
	.balign 8
	.global pytorch_tables
	.type pytorch_tables, %object
pytorch_tables:
	.incbin "pytorch.bin"
	.size pytorch_tables, . - pytorch_tables
	.section .note.GNU-stack, "", %progbits
