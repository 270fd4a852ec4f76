{{/* Of the dict for the pod, and replicas: none where an autoscaler decides; name, if not the component; isKept, if
Helm must not delete it. */}}
{{- define "gateway.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "gateway.metadata" . | nindent 2 }}
  {{- if .isKept }}
  annotations:
    # What began on this build goes on here until `gateway release drain`: an upgrade leaves these workers alone.
    helm.sh/resource-policy: keep
  {{- end }}
spec:
  {{- if not (kindIs "invalid" .replicas) }}
  replicas: {{ .replicas }}
  {{- end }}
  selector:
    matchLabels: {{- include "gateway.selector" . | nindent 6 }}
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  template:
    metadata:
      labels: {{- include "gateway.selector" . | nindent 8 }}
    spec:
      # As in docker-compose.yml, and 5 s in which requests still arrive.
      terminationGracePeriodSeconds: {{ ternary 50 45 (not (empty .isServed)) }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "gateway.selector" . | nindent 14 }}
      {{- include "gateway.podSpec" . | nindent 6 }}
{{- end }}

{{/* Of the dict root, component and port. */}}
{{- define "gateway.service" -}}
apiVersion: v1
kind: Service
metadata: {{- include "gateway.metadata" . | nindent 2 }}
spec:
  selector: {{- include "gateway.selector" . | nindent 4 }}
  ports:
    - { name: http, port: {{ .port }}, targetPort: http }
{{- end }}
