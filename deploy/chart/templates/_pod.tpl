{{/*
The pod of a process or of a command. A dict:
  root, component, release   as for labels
  image                      tag, digest and build, for workers of another release
  command, args              as `entrypoint` and `command` of docker-compose.yml
  environment                YAML
  keys                       names of the keys that it needs, comma between them
  role                       the role in Postgres, a key of database.existingSecret
  statements                 whether it writes statements, as the role `finance`, if the installation does
  temporal                   which of temporal.existingSecrets it has
  traces, configuration      whether it sends traces; whether it has the folder of the configuration
  ports                      name to number; with `health`, the port of its health checks
  isServed                   whether requests come through a Service
  resources
*/}}
{{- define "gateway.podSpec" -}}
{{- $values := .root.Values -}}
{{- /* Values that an upgrade reuses from an earlier release have none of these. */ -}}
{{- $statements := and .statements ($values.statements).enabled -}}
{{- $keys := compact (splitList "," (.keys | default "")) -}}
{{- $environment := merge (dict "NODE_ENV" "production") (fromYaml .environment) $values.environment -}}
{{- range $keys }}{{- $_ := set $environment (printf "%s_FILE" .) (printf "/run/gateway/%s" .) }}{{- end }}
{{- if .role }}{{- $_ := set $environment "DATABASE_URL_FILE" "/run/gateway/DATABASE_URL" }}{{- end }}
{{- if $statements }}{{- $_ := set $environment "FINANCE_DATABASE_URL_FILE" "/run/gateway/FINANCE_DATABASE_URL" }}{{- end }}
{{- with (.image | default $values.image).build }}{{- $_ := set $environment "GATEWAY_BUILD" . }}{{- end -}}
automountServiceAccountToken: false
# For a Service of the name `api` Kubernetes would set API_PORT to an address, which is no port.
enableServiceLinks: false
{{- with $values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
containers:
  - name: {{ .component }}
    image: {{ include "gateway.image" . | quote }}
    imagePullPolicy: {{ $values.image.pullPolicy }}
    {{- with .command }}
    command: {{ toJson . }}
    {{- end }}
    args: {{ toJson .args }}
    env:
      {{- range $name, $value := $environment }}
      - name: {{ $name }}
        value: {{ $value | toString | quote }}
      {{- end }}
      {{- if and .traces $values.traces.headersSecret }}
      - name: OTEL_EXPORTER_OTLP_HEADERS
        valueFrom:
          secretKeyRef: { name: {{ $values.traces.headersSecret }}, key: OTEL_EXPORTER_OTLP_HEADERS }
      {{- end }}
    {{- if and .configuration $values.configuration.valuesSecret }}
    envFrom:
      - secretRef: { name: {{ $values.configuration.valuesSecret }} }
    {{- end }}
    {{- with .ports }}
    ports:
      {{- range $name, $port := . }}
      - { name: {{ $name }}, containerPort: {{ $port }} }
      {{- end }}
    {{- end }}
    {{- with include "gateway.probes" . | trim }}
    {{- . | nindent 4 }}
    {{- end }}
    resources: {{- toYaml .resources | nindent 6 }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }
    volumeMounts:
      - { name: tmp, mountPath: /tmp }
      {{- if or $keys .role }}
      - { name: secrets, mountPath: /run/gateway, readOnly: true }
      {{- end }}
      {{- if .temporal }}
      - { name: temporal-keys, mountPath: /run/temporal-keys, readOnly: true }
      {{- end }}
      {{- if .configuration }}
      - { name: configuration, mountPath: /etc/gateway, readOnly: true }
      {{- end }}
      {{- if and $statements $values.statements.existingClaim }}
      - { name: statements, mountPath: /srv/statements, readOnly: true }
      {{- end }}
volumes:
  # In memory: nothing is written to a disk of the node.
  - name: tmp
    emptyDir: { medium: Memory, sizeLimit: 64Mi }
  {{- if or $keys .role }}
  - name: secrets
    projected:
      defaultMode: 0440
      sources:
        {{- if $keys }}
        - secret:
            name: {{ $values.keys.existingSecret }}
            items:
              {{- range $keys }}
              - { key: {{ . }}, path: {{ . }} }
              {{- end }}
        {{- end }}
        {{- with .role }}
        - secret:
            name: {{ $values.database.existingSecret }}
            items:
              - { key: {{ . }}, path: DATABASE_URL }
              {{- if $statements }}
              - { key: finance, path: FINANCE_DATABASE_URL }
              {{- end }}
        {{- end }}
  {{- end }}
  {{- with .temporal }}
  - name: temporal-keys
    secret: { secretName: {{ index $values.temporal.existingSecrets . }}, defaultMode: 0440 }
  {{- end }}
  {{- if and $statements $values.statements.existingClaim }}
  - name: statements
    persistentVolumeClaim: { claimName: {{ $values.statements.existingClaim }}, readOnly: true }
  {{- end }}
  {{- if .configuration }}
  - name: configuration
    projected:
      defaultMode: 0440
      sources:
        {{- if $values.configuration.files }}
        - configMap: { name: {{ include "gateway.name" .root }}-configuration }
        {{- end }}
        {{- with $values.configuration.sources }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  {{- end }}
{{- end }}

{{/*
A live process is left alone. A new one gets requests when it reaches what it needs. One that gets requests keeps them for ten
minutes without Postgres or Temporal, as all others lack them as well: its own 503 tells a merchant more than the
ingress's, and it still stores providers' callbacks while only Temporal is away.
*/}}
{{- define "gateway.probes" -}}
{{- with .health -}}
startupProbe:
  httpGet: { path: /health/live, port: {{ . }} }
  periodSeconds: 5
  timeoutSeconds: 4
  failureThreshold: 24
livenessProbe:
  httpGet: { path: /health/live, port: {{ . }} }
  periodSeconds: 10
  timeoutSeconds: 4
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /health/ready, port: {{ . }} }
  periodSeconds: 5
  timeoutSeconds: 4
  failureThreshold: {{ ternary 120 6 (not (empty $.isServed)) }}
{{- end }}
{{- if .isServed }}
lifecycle:
  # Requests still arrive until every node has heard that this pod ends.
  preStop: { exec: { command: [sleep, '5'] } }
{{- end }}
{{- end }}
