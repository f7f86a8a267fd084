"""The notebook runs from the first cell to the last."""

import pytest
from conftest import ROOT


def test_notebook_runs_and_stores_no_outputs():
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    for package in ("ipykernel", "numpy", "pandas"):
        pytest.importorskip(package)
    notebook = nbformat.read(ROOT / "Packaging/python/notebook.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells)

    client.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()

    types = {kind for cell in notebook.cells for output in cell.get("outputs", []) for kind in output.get("data", [])}
    assert {"text/html", "image/svg+xml"} <= types
    (last,) = notebook.cells[-1].outputs
    assert last.data["text/plain"] == "['Device', 'Media', 'Observation', 'Observation']"
