/* Style and script of the HTML report as bytes in read-only memory, each with a zero behind. */
	.section .rodata
	.global report_css, report_js
	.type report_css, %object
	.type report_js, %object
report_css:
	.incbin "report/page.css"
	.byte 0
	.size report_css, . - report_css
report_js:
	.incbin "report/page.js"
	.byte 0
	.size report_js, . - report_js
	.section .note.GNU-stack, "", %progbits
