# Tests sagevoice.R on recordings of Fixtures/voices. From the top folder:
#
#   SAGEVOICE_BINARY=.build/release/sagevoice Rscript Packaging/R/test.R

source("Packaging/R/sagevoice.R")

voice <- "Fixtures/voices/coswara_21_a.wav"
folder <- tempfile("sagevoice test, ")
dir.create(folder)
empty <- file.path(folder, "empty.wav")
invisible(file.create(empty))
study <- sagevoice(c(voice, empty, file.path(folder, "none.wav")))

# One row per recording and measure; a refused recording is a row with its reason.
measures <- length(unique(study$measure))
stopifnot(
  is.data.frame(study), inherits(study, "tbl_df") == requireNamespace("tibble", quietly = TRUE),
  measures > 40, nrow(study) == 3 * measures,
  all(is.na(study$value) == (study$status == "missing")),
  all(is.na(study$reason) == (study$status == "measured")),
  identical(unique(study$reason[study$path == empty]), "empty"),
  identical(unique(study$reason[study$name == "none.wav"]), "not_found"))

# The values are those of the document: 15 digits, the precision that R promises for decimal numbers.
program <- Sys.getenv("SAGEVOICE_BINARY", "sagevoice")
document <- system2(program, c("analyze", shQuote(voice)), stdout = TRUE)
printed <- function(key) {
  line <- grep(paste0("\"", key, "\": [0-9]"), document, value = TRUE)[1]
  as.numeric(sub(".*: ([0-9.e-]+),?$", "\\1", line))
}
value <- function(name) study$value[study$path == voice & study$measure == name]
for (name in c("jitter.local_percent", "shimmer.apq3_percent", "voice_quality.cpps_db")) {
  stopifnot(isTRUE(all.equal(value(name), printed(sub(".*\\.", "", name)), tolerance = 1e-15)))
}

# Options, and an error for a wrong one and for an absent program.
praat <- sagevoice(voice, preset = "praat", pitch_range = "60:500", contours = FALSE)
stopifnot(unique(praat$preset) == "praat", unique(praat$pitch_ceiling_hz) == 500)
fails <- function(expression, text) {
  problem <- tryCatch({ expression; "no error" }, error = conditionMessage)
  if (!grepl(text, problem, fixed = TRUE)) stop("expected '", text, "', found: ", problem)
}
fails(sagevoice(voice, tier = "fast"), "status 64")
fails(sagevoice(voice, program = file.path(folder, "none")), "status 127")

# A changed format is an error: a renamed column, and a number that is a text.
changed <- function(from, to) {
  fake <- file.path(folder, "changed")
  writeLines(c("#!/bin/sh", sprintf("'%s' \"$@\" | sed 's/%s/%s/'", normalizePath(Sys.which(program)), from, to)), fake)
  Sys.chmod(fake, "755")
  fake
}
fails(sagevoice(voice, program = changed("^path,name,", "file,name,")), "lacks the columns path")
fails(sagevoice(voice, program = changed(",measured,,", ",measured,,x")), "is no number")
unlink(folder, recursive = TRUE)
cat("sagevoice.R: all tests passed,", if (requireNamespace("tibble", quietly = TRUE)) "tibble" else "data frame", "\n")
