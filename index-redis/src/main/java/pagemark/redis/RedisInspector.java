package pagemark.redis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.Inspector;
import pagemark.index.Inspector.GroupDump;
import pagemark.index.Inspector.GroupSize;
import pagemark.redis.Keyspace.Scan;
import pagemark.redis.connection.CallReply;
import pagemark.redis.connection.RedisConnection;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.PackedFences;
import pagemark.redis.script.PageScript;
import pagemark.redis.script.Script;
import pagemark.redis.script.ScriptCall;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ScanParams;

/// Reads everything that Redis holds of an index, 1,000 elements at a time: sets in their order,
/// fences with HSCAN, groups with SCAN.
record RedisInspector(RedisConnection redis) implements Inspector {
  private static final int CHUNK = 1_000;
  private static final Script SIZE = Script.of("size.lua");

  /// The field of a hash of fences that tells the period.
  private static final Bytes HEAD = Bytes.utf8("");

  /// Enough to know how long a group's members are.
  private static final int MEMBERS_MAX = 100;

  @Override
  public GroupDump dump(GroupRef group, Collection<Cell> cells) {
    List<Position> all = positions(group, Cell.WHOLE);
    Map<Cell, List<Position>> byCell = new HashMap<>();
    for (Cell cell : cells) {
      List<Position> positions = positions(group, cell);
      if (!positions.isEmpty()) {
        byCell.put(cell, positions);
      }
    }
    if (cells.isEmpty() && !all.isEmpty()) {
      byCell.put(Cell.WHOLE, all);
    }
    return new GroupDump(all, byCell, fences(group, all));
  }

  private List<Position> positions(GroupRef group, Cell set) {
    List<Position> positions = new ArrayList<>();
    Bytes from = Place.FIRST;
    while (from != null) {
      EntriesPart part = entries(group, set, from);
      part.entries().forEach(entry -> positions.add(entry.position()));
      from = part.next();
    }
    return positions;
  }

  /// Reads the fences of both periods. If an item has two, the newer period's is valid.
  private Map<Bytes, Fence> fences(GroupRef group, List<Position> all) {
    IndexKeys keys = IndexKeys.of(group);
    Map<Bytes, Fence> fences = new HashMap<>();
    PackedFences packed = PackedFences.of(group.generation(), all);
    Stream.of(packed(keys.packed(0), packed), packed(keys.packed(1), packed))
        .sorted(Comparator.comparingLong(Period::number))
        .forEach(period -> fences.putAll(period.fences()));
    return fences;
  }

  private record Period(long number, Map<Bytes, Fence> fences) {
    private static final Period NONE = new Period(-1, Map.of());
  }

  private Period packed(byte[] key, PackedFences packed) {
    Map<Bytes, byte[]> hash = hash(key);
    byte[] head = hash.remove(HEAD);
    return head == null
        ? Period.NONE
        : new Period(PackedFences.period(head), packed.in(head, hash.values()));
  }

  private Map<Bytes, byte[]> hash(byte[] key) {
    Map<Bytes, byte[]> fields = new HashMap<>();
    ScanParams params = new ScanParams().count(CHUNK);
    Scan.all(
        cursor -> redis.run(client -> client.hscan(key, cursor, params)),
        chunk -> chunk.forEach(field -> fields.put(Bytes.of(field.getKey()), field.getValue())));
    return fields;
  }

  @Override
  public void groups(String generation, Consumer<List<GroupRef>> chunk) {
    new Keyspace(redis).groups(generation, chunk);
  }

  @Override
  public List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells) {
    List<CallReply> replies =
        redis.callAll(groups.stream().map(group -> size(IndexKeys.of(group), cells)).toList());
    List<GroupSize> sizes = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      List<?> numbers = (List<?>) replies.get(i).orThrow();
      long all = (Long) numbers.get(0);
      sizes.add(new GroupSize(groups.get(i), all, cells.isEmpty() ? all : (Long) numbers.get(1)));
    }
    return sizes;
  }

  private ScriptCall size(IndexKeys keys, Collection<Cell> cells) {
    return ScriptCall.of(SIZE, sets(cells).stream().map(keys::set).toList());
  }

  @Override
  public List<Cell> sets(Collection<Cell> cells) {
    return Stream.concat(Stream.of(Cell.WHOLE), cells.stream().filter(cell -> !cell.isWhole()))
        .toList();
  }

  @Override
  public EntriesPart entries(GroupRef group, Cell set, Bytes from) {
    ScriptCall call = PageScript.call(group, set, from, CHUNK);
    return PageScript.part(set, CHUNK, redis.callAll(List.of(call)).getFirst().orThrow());
  }

  @Override
  public OptionalLong bytes(GroupRef group, Collection<Cell> cells) {
    IndexKeys keys = IndexKeys.of(group);
    List<byte[]> all = new ArrayList<>(keys.fences());
    all.add(keys.all());
    cells.stream().filter(cell -> !cell.isWhole()).forEach(cell -> all.add(keys.cell(cell)));
    return memoryUsage(all);
  }

  /// The memory of the keys in bytes. Empty if the server does not report it, or not to this user:
  /// a serverless cache lets nobody ask for it.
  private OptionalLong memoryUsage(List<byte[]> keys) {
    long bytes = 0;
    for (byte[] key : keys) {
      try {
        Long usage = redis.run(client -> client.memoryUsage(key, 0));
        bytes += usage == null ? 0 : usage;
      } catch (IndexException.Unavailable e) {
        if (isUntold(e)) {
          return OptionalLong.empty();
        }
        throw e;
      }
    }
    return OptionalLong.of(bytes);
  }

  /// Whether the server answers, but not this question. A login that fails is another matter.
  private static boolean isUntold(IndexException.Unavailable e) {
    String message = String.valueOf(e.getMessage());
    Throwable cause = e.getCause();
    return e instanceof IndexException.Refused
        ? cause != null && String.valueOf(cause.getMessage()).contains("NOPERM")
        : cause instanceof JedisDataException || message.contains("unknown command");
  }

  @Override
  public OptionalLong estimatedBytes(GroupRef group, Collection<Cell> cells) {
    byte[] all = IndexKeys.of(group).all();
    long entries = redis.run(client -> client.zcard(all));
    List<byte[]> some = redis.run(client -> client.zrange(all, 0, MEMBERS_MAX - 1));
    double memberBytes = some.stream().mapToInt(member -> member.length).average().orElse(0);
    return OptionalLong.of(new EntryBytes(memberBytes, cells.size() > 1).of(entries));
  }

  /// Estimates the memory of entries in sorted sets, without their fences. The formula fits the
  /// figures of "Bytes per entry" in docs/index-layout.md to within a fifth:
  ///
  /// `(member + overhead) * sets`, with an overhead of 86 bytes in a group of more than 128
  /// entries, and of 8 bytes and a share of 100 bytes for the set in a smaller one. With filters
  /// each entry is in two sets.
  ///
  /// @param memberBytes the mean length of a member
  /// @param filtered whether the listing has filters
  record EntryBytes(double memberBytes, boolean filtered) {
    private static final int PACKED_MAX = 128;
    private static final int OVERHEAD = 86;
    private static final int PACKED_OVERHEAD = 8;
    private static final int SET = 100;

    /// The memory of a group of so many entries.
    long of(long entries) {
      if (entries == 0) {
        return 0;
      }
      double set =
          entries > PACKED_MAX
              ? entries * (memberBytes + OVERHEAD)
              : entries * (memberBytes + PACKED_OVERHEAD) + SET;
      return Math.round(filtered ? 2 * set : set);
    }
  }
}
