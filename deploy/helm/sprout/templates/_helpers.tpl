{{- define "sprout.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Labels that select a component. Takes the root and the component. */}}
{{- define "sprout.selectorLabels" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ default $root.Chart.Name $root.Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{/* Labels of all objects. Takes the root and the component. */}}
{{- define "sprout.labels" -}}
{{- $root := index . 0 -}}
{{ include "sprout.selectorLabels" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end -}}

{{- define "sprout.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}
{{- end -}}

{{- define "sprout.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{ default (include "sprout.fullname" .) .Values.serviceAccount.name }}
{{- else -}}
{{ default "default" .Values.serviceAccount.name }}
{{- end -}}
{{- end -}}

{{- define "sprout.claimName" -}}
{{ default (printf "%s-data" (include "sprout.fullname" .)) .Values.persistence.existingClaim }}
{{- end -}}

{{/* "true" if several servers may run at the same time. */}}
{{- define "sprout.hasReplicas" -}}
{{- if or .Values.autoscaling.enabled (gt (int .Values.replicaCount) 1) -}}true{{- end -}}
{{- end -}}

{{/* "true" if only one pod at a time can use the data folder. */}}
{{- define "sprout.isSingle" -}}
{{- if or (not .Values.database.existingSecret) (and .Values.persistence.enabled (not (has "ReadWriteMany" .Values.persistence.accessModes))) -}}true{{- end -}}
{{- end -}}

{{/* Fails for values that cannot work together. */}}
{{- define "sprout.validate" -}}
{{- if and (not .Values.database.existingSecret) (not .Values.persistence.enabled) -}}
{{- fail "SQLite needs persistence.enabled; or name the secret of a PostgreSQL URL in database.existingSecret" -}}
{{- end -}}
{{- if and (not .Values.secret.existingSecret) (not .Values.persistence.enabled) -}}
{{- fail "without persistence.enabled, name the secret of the installation in secret.existingSecret" -}}
{{- end -}}
{{- if include "sprout.hasReplicas" . -}}
{{- if not (and .Values.database.existingSecret .Values.secret.existingSecret) -}}
{{- fail "several servers need PostgreSQL and one secret: set database.existingSecret and secret.existingSecret" -}}
{{- end -}}
{{- if include "sprout.isSingle" . -}}
{{- fail "several servers cannot share this volume: set persistence.accessModes to [ReadWriteMany], or persistence.enabled to false" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Security of every container: a user without rights and a read-only file system. */}}
{{- define "sprout.containerSecurityContext" -}}
allowPrivilegeEscalation: false
capabilities:
  drop: [ALL]
privileged: false
readOnlyRootFilesystem: true
{{- end -}}

{{/* Security of every pod. The group may read mounted secrets and write the data folder. */}}
{{- define "sprout.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{/* The database and the settings, for the server and the migration. */}}
{{- define "sprout.environment" -}}
{{- if .Values.database.existingSecret }}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.database.existingSecret }}
      key: {{ .Values.database.key }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "sprout.envFrom" -}}
{{- with .Values.envFromSecrets }}
envFrom:
  {{- range . }}
  - secretRef:
      name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}
