// Node's `FormData`, sent with `fetch`: `fetch_encoder.js ADDRESS FORMS.json`.
'use strict';
const { readFileSync } = require('node:fs');

async function main() {
    const [address, forms] = process.argv.slice(2);
    for (const { name, parts } of JSON.parse(readFileSync(forms))) {
        const form = new FormData();
        for (const part of parts) {
            if (part.filename === null) {
                form.append(part.name, part.value);
            } else {
                const data = new Blob([readFileSync(part.path)], { type: part.type });
                form.append(part.name, data, part.filename);
            }
        }
        const response = await fetch(address + name, { method: 'POST', body: form });
        await response.arrayBuffer();
    }
}

main();
