# One word for each habit. Everything runs in .venv, which `make setup` makes.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
DATA ?= ../shared/data

.PHONY: setup stanza test long lint format types coverage bench studio notebooks clean

setup: $(BIN)/python
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet -e . --group dev

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

stanza: setup
	$(BIN)/pip install --quiet "torch==2.13.0"
	$(BIN)/pip install --quiet -e ".[stanza]"

test:
	$(BIN)/pytest

long:
	HOPGRAPH_LONG=1 $(BIN)/pytest

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format:
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types:
	$(BIN)/mypy
	$(BIN)/pyright

coverage:
	$(BIN)/pytest --cov --cov-report=term

bench:
	$(BIN)/pip install --quiet -e . --group bench
	$(BIN)/python benchmarks/retrieval/quality.py $(DATA)

studio:
	$(BIN)/langgraph dev

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .langgraph_api
