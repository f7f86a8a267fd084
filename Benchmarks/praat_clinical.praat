# What a voice lab asks of Praat on the command line: pitch, pulses, 5 jitters, 6 shimmers, HNR, intensity
# and CPPS in the setting of AVQI.
form Clinical job
  sentence File
endform
sound = Read from file: file$
pitch = To Pitch (ac): 0, 75, 15, "no", 0.03, 0.45, 0.01, 0.35, 0.14, 600
selectObject: sound, pitch
pulses = To PointProcess (cc)
jitter [1] = Get jitter (local): 0, 0, 0.0001, 0.02, 1.3
jitter [2] = Get jitter (local, absolute): 0, 0, 0.0001, 0.02, 1.3
jitter [3] = Get jitter (rap): 0, 0, 0.0001, 0.02, 1.3
jitter [4] = Get jitter (ppq5): 0, 0, 0.0001, 0.02, 1.3
jitter [5] = Get jitter (ddp): 0, 0, 0.0001, 0.02, 1.3
selectObject: sound, pulses
shimmer [1] = Get shimmer (local): 0, 0, 0.0001, 0.02, 1.3, 1.6
shimmer [2] = Get shimmer (local_dB): 0, 0, 0.0001, 0.02, 1.3, 1.6
shimmer [3] = Get shimmer (apq3): 0, 0, 0.0001, 0.02, 1.3, 1.6
shimmer [4] = Get shimmer (apq5): 0, 0, 0.0001, 0.02, 1.3, 1.6
shimmer [5] = Get shimmer (apq11): 0, 0, 0.0001, 0.02, 1.3, 1.6
shimmer [6] = Get shimmer (dda): 0, 0, 0.0001, 0.02, 1.3, 1.6
selectObject: sound
harmonicity = To Harmonicity (cc): 0.01, 75, 0.1, 1
hnr = Get mean: 0, 0
selectObject: sound
intensity = To Intensity: 75, 0, "yes"
level = Get mean: 0, 0, "energy"
selectObject: sound
cepstrogram = To PowerCepstrogram: 60, 0.002, 5000, 50
cpps = Get CPPS: "no", 0.01, 0.001, 60, 330, 0.05, "Parabolic", 0.001, 0, "Straight", "Robust"
for kind to 5
  appendInfoLine: jitter [kind]
endfor
for kind to 6
  appendInfoLine: shimmer [kind]
endfor
appendInfoLine: hnr
appendInfoLine: level
appendInfoLine: cpps
