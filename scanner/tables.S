/* The bundled rules as bytes in read-only memory. */
	.section .rodata
	.balign 8
	.global scanner_rules
	.type scanner_rules, %object
scanner_rules:
	.incbin "scanner.bin"
	.size scanner_rules, . - scanner_rules
	.section .note.GNU-stack, "", %progbits
