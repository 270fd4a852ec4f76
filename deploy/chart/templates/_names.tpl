{{- define "gateway.name" -}}
{{ .Release.Name | trunc 30 | trimSuffix "-" }}
{{- end }}

{{/* Of the dict root, component and, for workers, release. */}}
{{- define "gateway.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- with .release }}
payments-gateway/release: {{ . | quote }}
{{- end }}
{{- end }}

{{- define "gateway.labels" -}}
{{ include "gateway.selector" . }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "gateway.metadata" -}}
name: {{ include "gateway.name" .root }}-{{ .name | default .component }}
labels: {{- include "gateway.labels" . | nindent 2 }}
{{- end }}

{{- define "gateway.tag" -}}
{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Of the dict root and, for workers of another release, image with tag and digest. */}}
{{- define "gateway.image" -}}
{{- $image := .image | default .root.Values.image -}}
{{ .root.Values.image.repository }}
{{- if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default (include "gateway.tag" .root) }}{{ end }}
{{- end }}

{{/* What is made before the hooks run, because they need it: it is a hook itself, and made anew each time. */}}
{{- define "gateway.beforeHooks" -}}
annotations:
  helm.sh/hook: pre-install,pre-upgrade
  helm.sh/hook-weight: '-10'
  helm.sh/hook-delete-policy: before-hook-creation
{{- end }}
