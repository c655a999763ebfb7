/* The price book and the defaults of assess/ as bytes in read-only memory. */
	.section .rodata
	.balign 8
	.global assess_tables
	.type assess_tables, %object
assess_tables:
	.incbin "assess.bin"
	.size assess_tables, . - assess_tables
	.balign 64
	.global assess_draws
	.type assess_draws, %object
assess_draws:
	.incbin "draws.bin"
	.size assess_draws, . - assess_draws
	.section .note.GNU-stack, "", %progbits
