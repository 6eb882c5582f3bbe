package pagemark.sql;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import pagemark.index.BoundedIndexContract;
import pagemark.index.GroupRef;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.SqlUrl;
import pagemark.sql.table.GroupRow;
import pagemark.sql.table.GroupTable;
import pagemark.sql.table.KeyLimits;
import pagemark.sql.tree.Shape;

/// Runs the contract of page indexes on a database, and checks the tree nodes after each batch.
abstract class SqlIndexContract extends BoundedIndexContract {
  /// A shape with which 60 entries make a tree of three levels.
  static final Shape SMALL = new Shape(6, 6);

  private final SqlServer server;
  private final String options;
  private final Shape shape;
  private final Deque<Database> opened = new ArrayDeque<>();

  /// @param options to append to the server's URL
  SqlIndexContract(SqlServer server, String options, Shape shape) {
    this.server = server;
    this.options = options;
    this.shape = shape;
  }

  @Override
  protected final Optional<Integer> groupBytesMax() {
    return switch (database().dialect()) {
      case SQLITE -> Optional.empty();
      case MYSQL, POSTGRESQL -> Optional.of(database().dialect().groupBytesMax);
    };
  }

  @Override
  protected final IndexStore emptyStore() {
    URI url = URI.create(server.emptied() + options);
    Database database = new Database(SqlUrl.of(url), IndexSettings.DEFAULT);
    opened.push(database);
    return new SqlIndex(database, IndexSettings.DEFAULT, shape);
  }

  final Database database() {
    return opened.element();
  }

  @AfterEach
  final void closeDatabases() {
    opened.forEach(Database::close);
  }

  @Override
  protected final void forgetFences(GroupRef group) {
    database()
        .write(
            tx -> {
              for (GroupRow row : new GroupTable(tx).rows(List.of(group)).values()) {
                tx.update("DELETE FROM pm_fence WHERE group_id = ?", row.id());
              }
              return group;
            });
  }

  @Override
  protected final void ageFences(Collection<GroupRef> groups, int periods) {
    database()
        .write(
            tx -> {
              for (GroupRow row : new GroupTable(tx).rows(List.copyOf(groups)).values()) {
                tx.update(
                    "UPDATE pm_fence SET period = period - ? WHERE group_id = ?",
                    periods,
                    row.id());
                tx.update(
                    "UPDATE pm_group SET period = period - ?, kept = kept - ? WHERE id = ?",
                    periods,
                    periods,
                    row.id());
              }
              return groups;
            });
  }

  @Override
  protected final long size() {
    return database()
        .read(
            tx -> {
              long rows = 0;
              for (String table : List.of("pm_group", "pm_anchor", "pm_position", "pm_fence")) {
                rows += tx.query("SELECT COUNT(*) FROM " + table, r -> r.getLong(1)).getFirst();
              }
              return rows;
            });
  }

  @Override
  protected final int slot(GroupRef group) {
    return 0;
  }

  @Override
  protected final void checkSound(List<GroupRef> groups) {
    groups.forEach(new TreeCheck(database(), shape)::check);
  }

  /// A place also has one byte for the score's sign, and eight for the score.
  @Override
  protected final int memberBytesMax() {
    return KeyLimits.PLACE_BYTES_MAX - 9;
  }

  @Override
  protected final boolean holdsAllKeys() {
    return false;
  }
}
