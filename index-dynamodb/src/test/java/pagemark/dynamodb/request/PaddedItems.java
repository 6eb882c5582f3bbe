package pagemark.dynamodb.request;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.tree.node.Inner;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.Tally;
import pagemark.tree.simulation.RandomItems;

/// Draws items of a given size.
final class PaddedItems {
  private static final int EACH = 5;
  private static final int TALLY_BYTES_MAX = 60;
  private static final int NAMED_MAX = 15;

  /// A tally of nothing: an element of a map, a version and a count.
  private static final int EMPTY_TALLY_BYTES = 3;

  private final RandomGenerator random;
  private final RandomItems items;

  PaddedItems(RandomGenerator random) {
    this.random = random;
    this.items = new RandomItems(random);
  }

  /// Some leaves, structures and counts.
  List<Item> ofBytes(int bytes) {
    List<Item> found = new ArrayList<>();
    for (int kind = 0; kind < 3; kind++) {
      for (int left = EACH; left > 0; ) {
        Item padded = padded(items.item(kind == 0 ? Item.Name.C : Item.Name.N), bytes);
        if (ItemCodec.bytes(padded) == bytes) {
          found.add(padded);
          left--;
        }
      }
    }
    return found;
  }

  /// A name that is written with so many digits.
  private long named(int digits) {
    return Long.parseLong("1" + "0".repeat(digits - 2) + random.nextInt(10), 36);
  }

  /// An item with about as many bytes. By chance, they are exactly as many.
  private Item padded(Item item, int bytes) {
    int missing = bytes - ItemCodec.bytes(item);
    return switch (item) {
      case Leaf leaf -> {
        NavigableMap<Bytes, Register> registers = new TreeMap<>(leaf.registers());
        byte[] place = new byte[missing - 3 - random.nextInt(4)];
        Arrays.fill(place, (byte) 0xFF);
        registers.put(Bytes.of(place), new Register(new Cell("1.2"), null));
        yield leaf.with(leaf.version(), leaf.clock(), registers);
      }
      case Inner inner -> {
        int end = inner.end() == null ? missing - 1 : missing + inner.end().length();
        yield new Inner(
            inner.version(),
            Bytes.of(new byte[end]),
            inner.overLeaves(),
            inner.nextName(),
            inner.children(),
            inner.group());
      }
      case InnerCounts counts -> {
        Map<Long, Tally> children = new HashMap<>(counts.children());
        int left = missing;
        while (left > TALLY_BYTES_MAX) {
          InnerCounts before = new InnerCounts(counts.version(), children);
          children.put(random.nextLong(Long.MAX_VALUE), items.tally());
          left -=
              ItemCodec.bytes(new InnerCounts(counts.version(), children))
                  - ItemCodec.bytes(before);
        }
        for (int parts = Math.ceilDiv(left, NAMED_MAX); parts > 0; parts--) {
          int part = left / parts;
          children.put(named(part - EMPTY_TALLY_BYTES), new Tally(0, 0, Map.of()));
          left -= part;
        }
        yield new InnerCounts(counts.version(), children);
      }
    };
  }
}
