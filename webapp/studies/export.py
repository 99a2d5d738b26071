"""Files of a study over HTTP."""

import json
from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from webapp.runs.export import as_file
from webapp.studies import files
from webapp.studies.notebook import NOTEBOOK_MEDIA, notebook
from webapp.studies.permissions import Action
from webapp.studies.view import OfStudy


class AsFile(OfStudy):
    actions: ClassVar = {"GET": Action.EXPORT}

    def get(self, request: Request, study_id: UUID) -> HttpResponse:
        study = self.found(request, study_id).study
        content = files.written(study).model_dump_json(indent=1).encode()
        return as_file(content, "application/json", study.title, "study.json")


class AsNotebook(OfStudy):
    actions: ClassVar = {"GET": Action.EXPORT}

    def get(self, request: Request, study_id: UUID) -> HttpResponse:
        study = self.found(request, study_id).study
        content = json.dumps(notebook(files.written(study)), indent=1, ensure_ascii=False).encode()
        return as_file(content, NOTEBOOK_MEDIA, study.title, "ipynb")
