package pagemark.dynamodb;

import java.util.function.BooleanSupplier;
import pagemark.index.PageIndexWriter.Sweep;

/// Unlinks leaves that nobody writes any more.
@FunctionalInterface
interface TreeSweep {
  Sweep from(String generation, String position, BooleanSupplier hasTime, long period);
}
