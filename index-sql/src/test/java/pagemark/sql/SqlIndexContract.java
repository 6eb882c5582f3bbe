package pagemark.sql;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.Op;
import pagemark.index.PageIndexContract;
import pagemark.index.Sequence;
import pagemark.index.WriteResult;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.key.Position;

/// The SQL index passes the contract on every database, and its anchors count right after each
/// batch.
abstract class SqlIndexContract extends PageIndexContract {
  /// Of about the size that makes 60 entries a tree of three levels.
  static final Shape SMALL = new Shape(6, 6);

  private @Nullable Database opened;

  /// The URL of a database that holds nothing.
  abstract String emptyDatabase();

  abstract Shape shape();

  @Override
  protected final IndexStore emptyStore() {
    Database database = new Database(SqlUrl.of(URI.create(emptyDatabase())), IndexSettings.DEFAULT);
    opened = database;
    return new SqlIndex(database, IndexSettings.DEFAULT, shape());
  }

  final Database database() {
    return requireNonNull(opened);
  }

  @AfterEach
  final void closeDatabase() {
    database().close();
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
  protected final void checkSound(List<GroupRef> groups) {
    groups.forEach(new AnchorCheck(database(), shape())::check);
  }

  @Test
  final void aPositionThatNoKeyHoldsFailsAloneWithItsGroup() {
    IndexStore store = new SqlIndex(database(), IndexSettings.DEFAULT, shape());
    store.markers().building("long", "nonce", Instant.EPOCH);
    store.markers().ready("long", "nonce");
    List<GroupWrite> writes =
        List.of(write("LONG", "k".repeat(2_600)), write("SHORT", "k".repeat(2_590)));
    List<WriteResult> results = store.writer().write(writes);
    WriteResult.Failed failed = assertInstanceOf(WriteResult.Failed.class, results.getFirst());
    assertEquals(
        "an item's position is of 2,609 bytes; an index in SQL takes up to 2,600",
        failed.cause().getMessage());
    assertEquals(new WriteResult.Written(1, 0, List.of()), results.getLast());
  }

  private static GroupWrite write(String group, String item) {
    Entry entry = new Entry(new Cell("1"), new Position(5, Bytes.utf8(item)));
    Op op = new Op(Bytes.utf8(item), new Sequence("1"), entry, Set.of());
    return new GroupWrite(new GroupRef("long", "comments", new Group(group)), List.of(op));
  }
}
