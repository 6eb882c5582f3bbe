package pagemark.tree.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.index.Sequence;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;

/// Draws items of every kind.
public final class RandomItems {
  private static final int NAMES = 6;
  private static final int VERSIONS = 4;

  private final RandomGenerator random;

  public RandomItems(RandomGenerator random) {
    this.random = random;
  }

  public Item item(Item.Name name) {
    return switch (name) {
      case C -> counts();
      case N -> random.nextBoolean() ? leaf() : inner();
    };
  }

  private Leaf leaf() {
    long clock = 3 + random.nextLong(5);
    NavigableMap<Bytes, Register> registers = new TreeMap<>();
    for (int n = random.nextInt(8); n > 0; n--) {
      Cell cell = random.nextBoolean() ? cell() : null;
      Register.Stamp stamp = cell == null || random.nextBoolean() ? stamp(clock) : null;
      registers.put(bytes(1 + random.nextInt(20)), new Register(cell, stamp));
    }
    return new Leaf(version(), clock, registers, random.nextInt(3), group());
  }

  private Register.Stamp stamp(long clock) {
    String digits = Long.toString(1 + random.nextLong(Long.MAX_VALUE - 1));
    String tag = random.nextBoolean() ? "" : "1.x" + random.nextInt(9);
    return new Register.Stamp(new Sequence(digits), tag, clock - random.nextInt(2));
  }

  private @Nullable GroupName group() {
    return random.nextBoolean() ? null : new GroupName("by-time", "grüppe");
  }

  private Inner inner() {
    List<Child> children = new ArrayList<>();
    children.add(new Child(Child.FIRST, random.nextLong(NodeKey.ID_END), 0));
    for (int n = 1; n <= random.nextInt(4); n++) {
      byte[] separator = {(byte) n};
      children.add(new Child(Bytes.of(separator), random.nextLong(NodeKey.ID_END), n));
    }
    Bytes end = random.nextBoolean() ? null : bytes(3);
    return new Inner(version(), end, random.nextBoolean(), children.size(), children, group());
  }

  private InnerCounts counts() {
    Map<Long, Tally> tallies = new HashMap<>();
    for (int n = random.nextInt(NAMES); n > 0; n--) {
      tallies.put(name(), tally());
    }
    return new InnerCounts(version(), tallies);
  }

  public Tally tally() {
    Map<Cell, Long> cells = new HashMap<>();
    for (int n = random.nextInt(3); n > 0; n--) {
      cells.put(cell(), 1 + random.nextLong(300));
    }
    long version = random.nextInt(9) == 0 ? random.nextLong(Long.MAX_VALUE) : version();
    return new Tally(version, random.nextLong(1_000_000), cells);
  }

  /// Few, so that the same are drawn again.
  long name() {
    return 40 * random.nextLong(NAMES);
  }

  /// Few, and of different lengths in bytes.
  long version() {
    return 254 + random.nextLong(VERSIONS);
  }

  private Cell cell() {
    return new Cell((1 + random.nextInt(2)) + "." + random.nextInt(300));
  }

  private Bytes bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return Bytes.of(bytes);
  }
}
