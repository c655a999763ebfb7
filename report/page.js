/* Sorting and filtering of tables; the page is complete without it. */
for (const t of document.querySelectorAll('table.sort')) {
	const body = t.tBodies[0], heads = [...t.tHead.rows[0].cells];
	heads.forEach((head, i) => {
		const button = document.createElement('button');
		let up = false;
		button.type = 'button';
		button.append(...head.childNodes);
		head.append(button);
		button.onclick = () => {
			up = !up;
			for (const h of heads) h.removeAttribute('aria-sort');
			head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
			body.append(...[...body.rows].sort((x, y) => {
				const p = x.cells[i].textContent, q = y.cells[i].textContent, n = parseFloat(p) - parseFloat(q);
				return (isNaN(n) ? p.localeCompare(q) : n) * (up ? 1 : -1);
			}));
		};
	});
}
for (const f of document.querySelectorAll('input.filter')) {
	const body = document.getElementById(f.dataset.table).tBodies[0];
	f.hidden = false;
	f.oninput = () => {
		const q = f.value.toLowerCase();
		for (const r of body.rows) r.hidden = !r.textContent.toLowerCase().includes(q);
	};
}
