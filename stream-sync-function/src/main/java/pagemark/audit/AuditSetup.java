package pagemark.audit;

import java.util.random.RandomGenerator;
import pagemark.index.Inspector;
import pagemark.repair.IndexedTable;
import pagemark.table.TableScan;

/// The services that an [Audit] works with.
///
/// @param indexed is written to only if the audit repairs
/// @param scan reads the table of the audited generation
/// @param random chooses samples and draws
public record AuditSetup(
    IndexedTable indexed, Inspector inspector, TableScan scan, RandomGenerator random) {}
