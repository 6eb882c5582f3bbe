package pagemark.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Inspector;
import pagemark.index.Inspector.GroupSize;
import pagemark.index.Markers;
import pagemark.index.PageIndexReader;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Witnesses;
import pagemark.redis.RedisMarkers.Pace;
import pagemark.redis.connection.Platform;
import pagemark.redis.connection.RedisConnection;
import pagemark.redis.connection.RedisConnection.CallReply;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.PageScript;
import pagemark.redis.script.ScriptCall;
import pagemark.redis.script.ScriptCall.Script;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/// Implements the ports of the index over one connection pool.
public record RedisIndex(RedisConnection redis, IndexSettings settings) implements IndexStore {
  @Override
  public PageIndexReader reader() {
    return new RedisReader(redis);
  }

  @Override
  public PageIndexWriter writer() {
    return new RedisWriter(redis, settings, new Witnesses(), InstantSource.system());
  }

  @Override
  public Markers markers() {
    return new RedisMarkers(redis);
  }

  @Override
  public Inspector inspector() {
    return new RedisInspector(redis);
  }

  /// An ECPU is three microseconds of the server's time, by AWS's own estimator; the times are
  /// those of the benchmarks. An entry with filters is in two sets.
  @Override
  public Limits limits(int cells) {
    double bytesPerEntry = cells <= 1 ? 130 : 260;
    return new Limits("ECPU", 4, 8.5, bytesPerEntry, redis.unitsMax(), redis.bytesMax());
  }

  @Override
  public void connect() {
    redis.connect();
  }

  @Override
  public void disconnect() {
    redis.disconnect();
  }

  @Override
  public void close() {
    redis.close();
  }

  /// Reads pages and counts, with one call of a read-only script each.
  record RedisReader(RedisConnection redis) implements PageIndexReader {
    @Override
    public PageSlice page(PageQuery query) {
      return PageScript.slice(query, redis.call(PageScript.call(query)));
    }

    @Override
    public List<Long> counts(CountQuery query) {
      return PageScript.counts(query, redis.call(PageScript.call(query)));
    }

    @Override
    public String part(GroupRef group) {
      return redis.node(IndexKeys.of(group).all());
    }
  }

  /// Opens `redis://` and `rediss://` URLs; [IndexUrl][pagemark.redis.connection.IndexUrl] lists
  /// all forms.
  public static final class Provider implements IndexStores.Provider {
    @Override
    public Set<String> schemes() {
      return Set.of("redis", "rediss");
    }

    @Override
    public IndexStore open(URI url, IndexSettings settings) {
      return new RedisIndex(RedisConnection.open(url, settings, Platform.DEFAULT), settings);
    }
  }

  /// Reads the groups and entries that Redis holds of an index: groups with SCAN, sets in their
  /// order, 1,000 entries at a time.
  record RedisInspector(RedisConnection redis) implements Inspector {
    private static final int CHUNK = 1_000;
    private static final Script SIZE = Script.of("size.lua");

    /// Enough to know how long a group's members are.
    private static final int MEMBERS_MAX = 100;

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
    public Optional<Weight> weight(GroupRef group, Collection<Cell> cells) {
      IndexKeys keys = IndexKeys.of(group);
      List<byte[]> all = new ArrayList<>(keys.fences());
      sets(cells).forEach(set -> all.add(keys.set(set)));
      OptionalLong told = memoryUsage(all);
      return Optional.of(
          told.isPresent()
              ? new Weight(told.getAsLong(), false, 0)
              : new Weight(estimated(keys.all(), cells), true, 0));
    }

    /// The memory of the keys in bytes. Empty if the server does not report it, or not to this
    /// user: a serverless cache lets nobody ask for it.
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

    private long estimated(byte[] all, Collection<Cell> cells) {
      long entries = redis.run(client -> client.zcard(all));
      List<byte[]> some = redis.run(client -> client.zrange(all, 0, MEMBERS_MAX - 1));
      double memberBytes = some.stream().mapToInt(member -> member.length).average().orElse(0);
      return new EntryBytes(memberBytes, cells.size() > 1).of(entries);
    }

    /// Estimates the memory of entries in sorted sets, without their fences. The formula fits the
    /// figures of "Bytes per entry" in docs/internals/index-layout.md to within a fifth:
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

    /// Finds all keys of a generation by SCAN on each node. A key can come twice. It can miss a
    /// group whose slot is moving between nodes.
    record Keyspace(RedisConnection redis) {
      /// The number of keys that a step looks at, approximately.
      static final int CHUNK = 500;

      /// Finds the groups by their keys `all` and `packed:`. A brace in a group's name is escaped,
      /// so the one here is the tag's end.
      void groups(String generation, Consumer<List<GroupRef>> chunk) {
        redis.onEachNode(
            node ->
                scan(
                    node,
                    "pm:" + generation + ":*}:[ap]*",
                    keys ->
                        chunk.accept(
                            keys.stream()
                                .map(key -> IndexKeys.group(new String(key, UTF_8)))
                                .distinct()
                                .toList())));
      }

      void drop(String generation) {
        Pace pace = Pace.of(redis.isServerless());
        redis.onEachNode(
            node ->
                scan(
                    node,
                    "pm:" + generation + ":*",
                    keys -> {
                      pace.before(keys.size());
                      unlink(node, keys);
                    }));
      }

      private static void scan(Connection node, String pattern, Consumer<List<byte[]>> chunk) {
        ScanParams params = new ScanParams().match(pattern).count(CHUNK);
        String cursor = ScanParams.SCAN_POINTER_START;
        do {
          ScanResult<byte[]> found = new Jedis(node).scan(cursor.getBytes(US_ASCII), params);
          if (!found.getResult().isEmpty()) {
            chunk.accept(found.getResult());
          }
          cursor = found.getCursor();
        } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
      }

      /// Removes keys with one command each, because a chunk has keys of many slots.
      private static void unlink(Connection node, List<byte[]> keys) {
        Pipeline pipeline = new Pipeline(node, false);
        keys.forEach(pipeline::unlink);
        pipeline.sync();
      }
    }
  }
}
