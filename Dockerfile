FROM node:22-slim AS console
WORKDIR /source
COPY schema.graphql ./
COPY docs/examples docs/examples
COPY frontend frontend
RUN cd frontend && npm ci --ignore-scripts && npm run build

FROM python:3.13-slim
RUN useradd --system --create-home toolcrib && install --directory --owner=toolcrib /data
WORKDIR /opt/toolcrib
COPY backend/requirements.lock backend/
RUN pip install --no-cache-dir --require-hashes --no-deps -r backend/requirements.lock
COPY backend backend
COPY --from=console /source/backend/toolcrib/console backend/toolcrib/console
RUN pip install --no-cache-dir --no-deps --no-build-isolation ./backend
USER toolcrib
ENV TOOLCRIB_DATA_DIR=/data TOOLCRIB_HOST=0.0.0.0
VOLUME /data
EXPOSE 8000
HEALTHCHECK --start-period=30s CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=3)"]
# Without DATABASE_URL it runs the embedded PostgreSQL in /data.
CMD ["toolcrib", "serve"]
