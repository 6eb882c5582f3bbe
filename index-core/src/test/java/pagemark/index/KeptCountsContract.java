package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Inspector.KeptCounts;

/// Checks a store that keeps counts of parts of a group: counts that were changed by hand are found
/// and corrected.
public abstract class KeptCountsContract {
  protected static final GroupRef SHIRT = new GroupRef("g", "comments", new Group("SHIRT"));
  protected static final List<Cell> CELLS = List.of(new Cell("0"), new Cell("1"), new Cell("2"));
  protected static final int ENTRIES = 500;

  protected IndexStore index;

  /// Opens a store that is empty, and whose trees have many levels.
  protected abstract IndexStore open();

  /// Fails if the group's counts are not those of its entries.
  protected abstract void checkSound();

  /// Lets a group count nothing.
  ///
  /// @return the number of counts that are wrong then
  protected abstract long countNothing();

  @BeforeEach
  final void fill() {
    index = open();
    index.markers().building("g", "nonce", Instant.EPOCH);
    index.markers().ready("g", "nonce");
    Random random = new Random(7);
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < ENTRIES; i++) {
      Bytes item = Bytes.utf8("item" + i);
      Entry entry =
          new Entry(CELLS.get(random.nextInt(3)), new Position(random.nextInt(100), item));
      ops.add(new Op(item, new Sequence("1"), entry, Set.of()));
    }
    index.writer().write(List.of(new GroupWrite(SHIRT, ops)));
  }

  @AfterEach
  final void close() {
    index.close();
  }

  private KeptCounts counts() {
    return index.inspector().keptCounts().orElseThrow();
  }

  protected final long wrong() {
    return counts().wrong(SHIRT);
  }

  protected final void isFoundAndCorrected(long wrong) {
    assertEquals(wrong, wrong());
    assertEquals(wrong, wrong(), "nothing was written");
    assertTrue(counts().correct(SHIRT) > 0);
    assertEquals(0, wrong());
    checkSound();
  }

  @Test
  final void nothingIsWrongInASoundGroup() {
    checkSound();
    assertEquals(0, wrong());
    assertEquals(0, counts().correct(SHIRT));
  }

  /// An audit looks at all groups that it is told of.
  @Test
  final void aGroupThatCountsNothingIsAGroupAndCorrected() {
    long wrong = countNothing();
    List<GroupRef> found = new ArrayList<>();
    index.inspector().groups("g", found::addAll);
    assertEquals(List.of(SHIRT), found);
    isFoundAndCorrected(wrong);
  }
}
