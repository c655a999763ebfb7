/* The price book and the defaults of assess/ as bytes in read-only memory. */
	.section .rodata
	.balign 8
	.global assess_tables
	.type assess_tables, %object
assess_tables:
	.incbin "assess.bin"
	.size assess_tables, . - assess_tables
	.section .note.GNU-stack, "", %progbits
