/* The workers of probe/python/ as bytes in read-only memory: see tools/embed_probe.c. */
	.section .rodata
	.balign 8
	.global probe_tables
	.global probe_tables_end
	.type probe_tables, %object
probe_tables:
	.incbin "probe.bin"
	.size probe_tables, . - probe_tables
probe_tables_end:
	.byte 0
	.section .note.GNU-stack, "", %progbits
