package pagemark.dynamodb;

import java.util.function.LongSupplier;
import pagemark.dynamodb.request.MissingTableException;
import pagemark.dynamodb.tree.TreeWriter;
import pagemark.index.GroupRef;
import pagemark.index.Inspector.KeptCounts;

/// The tallies in the trees. Without a table there are none.
record TreeCounts(TreeWriter trees) implements KeptCounts {
  @Override
  public long wrong(GroupRef group) {
    return count(() -> trees.miscounts(group));
  }

  @Override
  public long correct(GroupRef group) {
    return count(() -> trees.recount(group));
  }

  private static long count(LongSupplier counts) {
    try {
      return counts.getAsLong();
    } catch (MissingTableException e) {
      return 0;
    }
  }
}
