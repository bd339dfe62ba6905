{{- define "vitaran.name" -}}
{{- if contains "vitaran" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-vitaran" (.Release.Name | trunc 42 | trimSuffix "-") }}{{ end }}
{{- end }}

{{- define "vitaran.selector" -}}
app.kubernetes.io/name: vitaran
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "vitaran.labels" -}}
{{ include "vitaran.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- /* What the pods of all processes have in common. The caller adds the containers. */}}
{{- define "vitaran.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: data
    emptyDir: {}
  {{- with .Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- /* What all containers have in common. The caller adds name, args and probes. */}}
{{- define "vitaran.container" -}}
image: {{ printf "%s:%s" (required "image.repository is not set" .Values.image.repository) (.Values.image.tag | default .Chart.AppVersion) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
env:
  - name: VITARAN_MODE
    value: production
  - name: PORT
    value: "8080"
  - name: WORKER_PORT
    value: "8081"
  {{- if not .Values.settings.PUBLIC_URL }}
  - name: PUBLIC_URL
    value: {{ printf "https://%s" (required "ingress.host or settings.PUBLIC_URL is not set" .Values.ingress.host) | quote }}
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
envFrom:
  - secretRef:
      name: {{ required "secretName is not set" .Values.secretName }}
volumeMounts:
  # VITARAN_DATA_DIR. With the database and the key elsewhere nothing is kept there.
  - name: data
    mountPath: /var/lib/vitaran
  {{- with .Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- /* Spreads the processes of one kind over the nodes. */}}
{{- define "vitaran.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "vitaran.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
{{- end }}
