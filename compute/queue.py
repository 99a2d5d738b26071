"""The queues of runs and of trainings: how one is handed to a worker. Knows no task code: the web needs no torch."""

from celery import Celery

from compute.settings import settings

EXECUTE_RUN = "compute.execute_run"
QUEUE = "runs"
EXECUTE_TRAINING = "compute.execute_training"
TRAINING_QUEUE = "training"
COMPARE_RUNS = "compute.compare_runs"

app = Celery("attention_atlas", broker=settings().redis_url)
app.conf.update(
    task_default_queue=QUEUE,
    task_serializer="json",
    accept_content=["json"],
    # What a run says goes to its event log; nothing is kept of a task.
    task_ignore_result=True,
    # Acknowledged on receipt: when a worker is lost, its lease lapses within seconds and the run is queued again.
    task_acks_late=False,
    # A worker that is busy takes no further message, so that an idle one can.
    worker_prefetch_multiplier=1,
    worker_disable_prefetch=True,
    broker_transport_options={"visibility_timeout": settings().redelivery_s},
    broker_connection_retry_on_startup=True,
    task_time_limit=settings().task_time_limit_s,
    # Remote control replies would stand in Redis without expiry.
    worker_enable_remote_control=False,
    worker_hijack_root_logger=False,
)


def enqueue(run_id: str) -> None:
    """Hands the run to whichever worker is free first. Its spec has to stand at spec_key(run_id) already."""
    app.send_task(EXECUTE_RUN, args=[run_id], queue=QUEUE, ignore_result=True)


def enqueue_comparison(base: str, variant: str) -> None:
    """Hands two specs, as JSON, of finished runs to whichever worker is free first."""
    app.send_task(COMPARE_RUNS, args=[base, variant], queue=QUEUE, ignore_result=True)


def enqueue_training(job: str) -> None:
    """Hands the job to whichever training worker is free first. Its order has to stand at order_key(job) already."""
    app.send_task(EXECUTE_TRAINING, args=[job], queue=TRAINING_QUEUE, ignore_result=True)
