package pagemark.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.Sequence;

/// Random ops for one group whose fences fill many fields: records of 1 to 40 digits, some of them
/// late, repairs and rows. Item keys are short, long with a common start, or binary. Odd seeds use
/// the bytes layout, in which some members hold the digest of another item.
final class RandomFences {
  static final List<Cell> CELLS = List.of(new Cell("0"), new Cell("1.12"), new Cell("2"));
  private static final List<String> STARTS = List.of("", "9", "41700000000000001", "1".repeat(35));

  private final String generation;
  private final Random random;
  private final boolean hasBytes;
  private final List<Bytes> items = new ArrayList<>();

  /// All entries that an item ever had. An op without them relies on the fence.
  private final Map<Bytes, Set<Entry>> entries = new HashMap<>();

  private int written = 1_000;

  RandomFences(String generation, long seed, int items) {
    this.generation = generation;
    this.random = new Random(seed);
    this.hasBytes = seed % 2 == 1;
    for (int i = 0; i < items; i++) {
      this.items.add(item(i));
    }
  }

  private Bytes item(int number) {
    return switch (number % 4) {
      case 0 -> Bytes.utf8("i" + number);
      case 1 -> Bytes.utf8("a common start of forty characters ......" + number);
      case 2 -> Bytes.of(new byte[] {0, (byte) 0xFF, (byte) (number >> 8), (byte) number, 0});
      default -> {
        byte[] key = new byte[30];
        random.nextBytes(key);
        yield Bytes.of(key);
      }
    };
  }

  List<Bytes> items() {
    return items;
  }

  /// Different items.
  List<Bytes> some(int max) {
    return random
        .ints(1 + random.nextInt(max), 0, items.size())
        .distinct()
        .mapToObj(items::get)
        .toList();
  }

  int next(int bound) {
    return random.nextInt(bound);
  }

  /// @param seen the item's fence
  Op op(Bytes item, @Nullable Fence seen) {
    Entry entry = random.nextInt(4) == 0 ? null : entry(item);
    Set<Entry> known = entries.computeIfAbsent(item, _ -> new HashSet<>());
    Set<Entry> olds = seen != null && random.nextInt(3) == 0 ? Set.of() : Set.copyOf(known);
    int kind = random.nextInt(10);
    if (kind == 0 && seen == null && entry != null) {
      known.add(entry);
      return new Op(item, new Rule.Unfenced(), entry, olds);
    }
    if (entry != null) {
      known.add(entry);
    }
    Sequence sequence = sequence(kind == 1 ? written - random.nextInt(800) : ++written);
    return kind < 4
        ? new Op(item, Rule.Unchanged.of(seen, Map.of(), sequence), entry, olds)
        : new Op(item, sequence, entry, olds);
  }

  /// Longer numbers are higher, so the number decides the length.
  private static Sequence sequence(int number) {
    return new Sequence(STARTS.get(Math.clamp(number / 1_000 - 1, 0, 3)) + number);
  }

  private Entry entry(Bytes item) {
    Cell cell = CELLS.get(random.nextInt(CELLS.size()));
    int sort = random.nextInt(1_000) - 500;
    if (!hasBytes) {
      return new Entry(cell, new Position(sort, item));
    }
    String start =
        switch (random.nextInt(4)) {
          case 0 -> new String(digest(items.get(random.nextInt(items.size()))), ISO_8859_1);
          case 1 -> "x".repeat(random.nextInt(600));
          default -> "" + sort;
        };
    byte[] key = item.toArray();
    byte[] member = (start + "\0\1" + new String(key, ISO_8859_1)).getBytes(ISO_8859_1);
    return new Entry(cell, new Position(0, Bytes.of(member)));
  }

  /// The digest of a key of more than 11 bytes, as `docs/internals/index-layout.md` says.
  private byte[] digest(Bytes item) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update(generation.getBytes(US_ASCII));
      byte[] hash = sha256.digest(item.toArray());
      byte[] digest = Arrays.copyOf(hash, 16);
      digest[15] = (byte) 0xFF;
      return digest;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
