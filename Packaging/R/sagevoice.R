# Measures of sustained vowels from R, by the program sagevoice. Base R is sufficient.
#
#   source("sagevoice.R")
#   study <- sagevoice("recordings", recursive = TRUE)
#   subset(study, measure == "jitter.local_percent" & status == "measured")

.sagevoice_numbers <- c(
  "value", "ci_low", "ci_high", "duration_s", "sample_rate_hz", "signal_type", "segment_start_s", "segment_end_s",
  "pitch_floor_hz", "pitch_ceiling_hz", "smallest_change_recording", "smallest_change_session")

.sagevoice_texts <- c(
  "path", "name", "task", "sha256", "tier", "state", "measure", "unit", "status", "reason", "standing", "quality",
  "failed_checks", "warned_checks", "preset", "version", "settings_sha256")

# Analyses recordings.
#
# paths: WAV files, or folders with recursive = TRUE. ...: other options of `sagevoice analyze`, such as
# preset = "praat", task = "reading" or pitch_range = "75:600"; TRUE is an option without a value. program: path of the program.
#
# Returns a tibble, or a data frame if the package tibble is not installed, with one row per recording and measure:
# `value` in `unit`, and `reason` for each missing value. A refused recording has rows with its reason, and is no error.
# `sagevoice codebook` describes all columns. Stops if the program is absent or an option is wrong.
sagevoice <- function(paths, ..., program = Sys.getenv("SAGEVOICE_BINARY", "sagevoice")) {
  if (!is.character(paths) || length(paths) == 0 || anyNA(paths)) stop("paths: expected at least one path")
  list_file <- tempfile("sagevoice", fileext = ".list")
  table_file <- tempfile("sagevoice", fileext = ".csv")
  message_file <- tempfile("sagevoice", fileext = ".txt")
  on.exit(unlink(c(list_file, table_file, message_file)))
  writeBin(unlist(lapply(path.expand(enc2utf8(paths)), function(path) c(charToRaw(path), as.raw(0)))), list_file)
  arguments <- c(
    "analyze", "--files-from", list_file, "--null", "--format", "long", "--raw-cells", "--quiet",
    .sagevoice_options(list(...)))
  status <- suppressWarnings(
    system2(program, shQuote(arguments), stdout = table_file, stderr = message_file, stdin = ""))
  # Results: every input analysed, a recording refused, an input not opened.
  if (!status %in% c(0, 65, 66) || is.na(file.size(table_file)) || file.size(table_file) == 0) {
    text <- if (file.exists(message_file)) paste(readLines(message_file, warn = FALSE), collapse = "\n") else ""
    stop(sprintf("sagevoice ended with status %d: %s", status, text))
  }
  .sagevoice_table(table_file)
}

.sagevoice_options <- function(options) {
  if (length(options) > 0 && (is.null(names(options)) || any(names(options) == ""))) stop("options need names")
  options <- Filter(function(value) !is.null(value) && !identical(value, FALSE), options)
  as.character(unlist(Map(function(name, value) {
    option <- paste0("--", gsub("_", "-", name, fixed = TRUE))
    if (isTRUE(value)) option else paste0(option, "=", format(value, digits = 15, trim = TRUE))
  }, names(options), options)))
}

# Reads a table of `--format long`. Stops if a column is missing or a number is not a number.
.sagevoice_table <- function(file) {
  table <- utils::read.csv(
    file, colClasses = "character", na.strings = "", check.names = FALSE, encoding = "UTF-8", strip.white = FALSE)
  missing <- setdiff(c(.sagevoice_numbers, .sagevoice_texts), names(table))
  if (length(missing) > 0) stop("the table of sagevoice lacks the columns ", paste(missing, collapse = ", "))
  for (name in .sagevoice_numbers) {
    number <- suppressWarnings(as.numeric(table[[name]]))
    wrong <- which(is.na(number) & !is.na(table[[name]]))
    if (length(wrong) > 0) {
      stop(sprintf("column %s, row %d: '%s' is no number", name, wrong[1], table[[name]][wrong[1]]))
    }
    table[[name]] <- number
  }
  if (requireNamespace("tibble", quietly = TRUE)) tibble::as_tibble(table) else table
}
