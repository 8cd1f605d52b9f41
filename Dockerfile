# docker build --tag yahtzee-core .     then: docker run --volume "$PWD:/work" yahtzee-core snakemake --cores 2
FROM python:3.11-slim AS built
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
COPY . /source
RUN pip wheel --no-deps --wheel-dir /wheels /source
FROM python:3.11-slim
COPY --from=built /wheels /wheels
COPY requirements/run.lock /
RUN pip install --no-deps --require-hashes --requirement /run.lock && pip install --no-deps /wheels/*.whl
WORKDIR /work
