"""Python's urllib3: `urllib3_encoder.py ADDRESS FORMS.json`."""
import json
import sys

import urllib3

address, forms = sys.argv[1:]
pool = urllib3.PoolManager()
for form in json.load(open(forms, encoding="utf-8")):
    fields = []
    for part in form["parts"]:
        if part["filename"] is None:
            fields.append((part["name"], part["value"].encode()))
        else:
            data = open(part["path"], "rb").read()
            fields.append((part["name"], (part["filename"], data, part["type"])))
    pool.request("POST", address + form["name"], fields=fields)
