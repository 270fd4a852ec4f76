{{/* How a process reaches Temporal, as docker-compose.yml says it; files of the Secret of one client. */}}
{{- define "gateway.temporalEnvironment" -}}
TEMPORAL_ADDRESS: {{ .Values.temporal.address }}
TEMPORAL_NAMESPACE: {{ .Values.temporal.namespace }}
{{- with .Values.temporal }}
{{- if .authority }}
TEMPORAL_TLS_SERVER_CA_CERT_PATH: /run/temporal-keys/authority.pem
{{- end }}
{{- if .certificate }}
TEMPORAL_TLS_CLIENT_CERT_PATH: /run/temporal-keys/client.pem
TEMPORAL_TLS_CLIENT_KEY_PATH: /run/temporal-keys/client.key
{{- end }}
{{- if .apiKey }}
TEMPORAL_API_KEY_FILE: /run/temporal-keys/api-key
{{- end }}
{{- with .serverName }}
TEMPORAL_TLS_SERVER_NAME: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{/* Of api, worker and checkout. */}}
{{- define "gateway.serviceEnvironment" -}}
{{ include "gateway.temporalEnvironment" . }}
LOG_LEVEL: {{ .Values.logLevel }}
ALLOW_SANDBOX: {{ ternary "1" "0" .Values.allowSandbox | quote }}
API_URL: {{ .Values.urls.api }}
CHECKOUT_URL: {{ .Values.urls.checkout }}
{{- end }}

{{/* Of api and worker. */}}
{{- define "gateway.tracesEnvironment" -}}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ .Values.traces.endpoint | quote }}
OTEL_TRACES_SAMPLER: {{ .Values.traces.sampler | quote }}
OTEL_TRACES_SAMPLER_ARG: {{ .Values.traces.samplerArgument | quote }}
{{- end }}

{{/* Of the commands that read gateway.yaml. */}}
{{- define "gateway.commandsEnvironment" -}}
LOG_LEVEL: {{ .Values.logLevel }}
ALLOW_SANDBOX: {{ ternary "1" "0" .Values.allowSandbox | quote }}
GATEWAY_CONFIG: /etc/gateway/gateway.yaml
GATEWAY_OPERATOR: {{ .Values.operator | quote }}
{{- end }}

{{- define "gateway.commandsKeys" -}}
GATEWAY_SECRET,GATEWAY_ENCRYPTION_KEYS,GATEWAY_FINGERPRINT_KEYS
{{- end }}
