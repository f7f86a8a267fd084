// `#embed` is a C23 feature. The toolchain accepts it in every C standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "embedded_files.h"

static const unsigned char migration_0001_roles_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0001-roles.sql"
};
static const unsigned char migration_0002_records_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0002-records.sql"
};
static const unsigned char migration_0003_board_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0003-board.sql"
};
static const unsigned char migration_0004_rights_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0004-rights.sql"
};
static const unsigned char migration_0005_keeping_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0005-keeping.sql"
};
static const unsigned char migration_0006_serving_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0006-serving.sql"
};
static const unsigned char migration_0007_lean_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0007-lean.sql"
};
static const unsigned char migration_0008_versions_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0008-versions.sql"
};
static const unsigned char migration_0009_anchors_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0009-anchors.sql"
};
static const unsigned char migration_0010_settings_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0010-settings.sql"
};
static const unsigned char migration_0011_sealing_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0011-sealing.sql"
};
static const unsigned char migration_0012_sealed_board_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0012-sealed-board.sql"
};
static const unsigned char migration_0013_rekeying_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0013-rekeying.sql"
};
static const unsigned char migration_0014_quarantine_time_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0014-quarantine-time.sql"
};
static const unsigned char migration_0015_person_reads_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0015-person-reads.sql"
};
static const unsigned char migration_0016_queue_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0016-queue.sql"
};
static const unsigned char migration_0017_no_board_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0017-no-board.sql"
};
static const unsigned char migration_0018_inbox_sql[] = {
#embed "../PostgresStore/Schema/Migrations/migration-0018-inbox.sql"
};

const embedded_file *embedded_migrations(void) {
  static const embedded_file files[] = {
    {"migration-0001-roles.sql", migration_0001_roles_sql, sizeof migration_0001_roles_sql},
    {"migration-0002-records.sql", migration_0002_records_sql, sizeof migration_0002_records_sql},
    {"migration-0003-board.sql", migration_0003_board_sql, sizeof migration_0003_board_sql},
    {"migration-0004-rights.sql", migration_0004_rights_sql, sizeof migration_0004_rights_sql},
    {"migration-0005-keeping.sql", migration_0005_keeping_sql, sizeof migration_0005_keeping_sql},
    {"migration-0006-serving.sql", migration_0006_serving_sql, sizeof migration_0006_serving_sql},
    {"migration-0007-lean.sql", migration_0007_lean_sql, sizeof migration_0007_lean_sql},
    {"migration-0008-versions.sql", migration_0008_versions_sql, sizeof migration_0008_versions_sql},
    {"migration-0009-anchors.sql", migration_0009_anchors_sql, sizeof migration_0009_anchors_sql},
    {"migration-0010-settings.sql", migration_0010_settings_sql, sizeof migration_0010_settings_sql},
    {"migration-0011-sealing.sql", migration_0011_sealing_sql, sizeof migration_0011_sealing_sql},
    {"migration-0012-sealed-board.sql", migration_0012_sealed_board_sql, sizeof migration_0012_sealed_board_sql},
    {"migration-0013-rekeying.sql", migration_0013_rekeying_sql, sizeof migration_0013_rekeying_sql},
    {"migration-0014-quarantine-time.sql", migration_0014_quarantine_time_sql, sizeof migration_0014_quarantine_time_sql},
    {"migration-0015-person-reads.sql", migration_0015_person_reads_sql, sizeof migration_0015_person_reads_sql},
    {"migration-0016-queue.sql", migration_0016_queue_sql, sizeof migration_0016_queue_sql},
    {"migration-0017-no-board.sql", migration_0017_no_board_sql, sizeof migration_0017_no_board_sql},
    {"migration-0018-inbox.sql", migration_0018_inbox_sql, sizeof migration_0018_inbox_sql},
    {0, 0, 0},
  };
  return files;
}
