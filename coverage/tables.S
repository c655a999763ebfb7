/* The tables of coverage/ as bytes in read-only memory. */
	.section .rodata
	.balign 8
	.global coverage_tables
	.type coverage_tables, %object
coverage_tables:
	.incbin "coverage.bin"
	.size coverage_tables, . - coverage_tables
	.section .note.GNU-stack, "", %progbits
