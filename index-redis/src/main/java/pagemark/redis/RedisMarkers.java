package pagemark.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pagemark.index.Markers;
import pagemark.redis.RedisIndex.RedisInspector.Keyspace;
import pagemark.redis.connection.RedisConnection;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.IndexKeys.Slots;
import pagemark.redis.script.ScriptCall;
import pagemark.redis.script.ScriptCall.Script;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/// Keeps the markers: one hash for each of the 16,384 slots.
///
/// Cost: on a cluster 16,384 script calls for each method that changes or counts markers, which
/// take 27 seconds on a serverless cache ([Pace]). On a single server 64 calls.
record RedisMarkers(RedisConnection redis) implements Markers {
  private static final int SLOTS_PER_ROUND_TRIP = 256;
  private static final String POLICY = "maxmemory_policy:";
  private static final Script BUILDING = Script.of("building.lua");
  private static final Script READY = Script.of("ready.lua");
  private static final Script STATE = Script.of("state.lua");
  private static final Script DROP = Script.of("drop.lua");

  /// In the order of the reply of `state.lua`.
  private static final List<State> STATES = List.of(State.BUILDING, State.READY);

  @Override
  public int building(String generation, String nonce, Instant birth) {
    return sum(eachSlot(BUILDING, generation, nonce, birth.toEpochMilli()).stream());
  }

  @Override
  public int ready(String generation, String nonce) {
    return sum(eachSlot(READY, generation, nonce).stream());
  }

  private static int sum(Stream<?> numbers) {
    return Math.toIntExact(numbers.mapToLong(number -> (Long) number).sum());
  }

  @Override
  public Map<State, Integer> count(String generation) {
    List<Object> replies = eachSlot(STATE, generation);
    Map<State, Integer> count = new EnumMap<>(State.class);
    for (State state : STATES) {
      int at = STATES.indexOf(state);
      int slots = sum(replies.stream().map(reply -> ((List<?>) reply).get(at)));
      if (slots > 0) {
        count.put(state, slots);
      }
    }
    return count;
  }

  @Override
  public void drop(String generation) {
    eachSlot(DROP, generation);
    new Keyspace(redis).drop(generation);
  }

  @Override
  public int slots() {
    return Slots.COUNT;
  }

  /// Calls a script on the markers of all slots and returns the replies. A single server takes many
  /// markers in one call, a node of a cluster takes one.
  private List<Object> eachSlot(Script script, Object... arguments) {
    int slots = redis.slotsPerCall();
    List<Object> replies = new ArrayList<>();
    Pace pace = Pace.of(redis.isServerless());
    for (int first = 0; first < Slots.COUNT; first += SLOTS_PER_ROUND_TRIP) {
      List<byte[]> markers =
          IntStream.range(first, first + SLOTS_PER_ROUND_TRIP).mapToObj(IndexKeys::marker).toList();
      List<ScriptCall> calls =
          IntStream.iterate(0, i -> i < markers.size(), i -> i + slots)
              .mapToObj(i -> ScriptCall.of(script, markers.subList(i, i + slots), arguments))
              .toList();
      pace.before(calls.size());
      redis.callAll(calls).forEach(reply -> replies.add(reply.orThrow()));
    }
    return replies;
  }

  /// Checks what the servers do when their memory is full.
  ///
  /// With `allkeys-*` a server evicts keys of the index, and a group without its keys looks empty.
  /// `noeviction` is safe, and so is `volatile-*`, because no key of the index has a time to live.
  /// The policy is read with `INFO memory`, because caches of AWS refuse `CONFIG GET`.
  @Override
  public List<String> dangers() {
    TreeSet<String> policies = new TreeSet<>();
    redis.onEachNode(node -> policy(node).ifPresent(policies::add));
    return policies.stream()
        .filter(policy -> policy.startsWith("allkeys"))
        .map(
            policy ->
                ("the server evicts keys of the index when its memory is full (maxmemory-policy"
                        + " %s), and groups then look empty: set maxmemory-policy to noeviction")
                    .formatted(policy))
        .toList();
  }

  /// The node's policy. Empty if the server does not report it, or if the user has no right to read
  /// it.
  private static Optional<String> policy(Connection node) {
    try {
      return new Jedis(node)
          .info("memory")
          .lines()
          .filter(line -> line.startsWith(POLICY))
          .map(line -> line.substring(POLICY.length()).strip())
          .findFirst();
    } catch (JedisDataException e) {
      return Optional.empty();
    }
  }

  /// Keeps long series of commands below the request limit of a serverless cache. Each piece waits
  /// until the time of all earlier pieces is over. It does not wait after the last one.
  ///
  /// A thread may use it alone only.
  static final class Pace {
    /// The most commands per second to a serverless cache. The template's default limit is 5,000
    /// units (ECPU) per second. A unit is the processor time of a simple GET. A call of a marker's
    /// script takes 3 to 8 of them (`docs/internals/index-layout.md` has the figures). All slots
    /// take 27 seconds, which fits into a rebuild's lease.
    static final int SERVERLESS_PER_SECOND = 600;

    private static final int UNLIMITED = Integer.MAX_VALUE;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final int perSecond;
    private final LongSupplier nanos;
    private final LongConsumer wait;
    private long next;

    /// @param nanos the time, whose origin does not matter
    /// @param wait waits for so many nanoseconds
    Pace(int perSecond, LongSupplier nanos, LongConsumer wait) {
      this.perSecond = perSecond;
      this.nanos = nanos;
      this.wait = wait;
      this.next = nanos.getAsLong();
    }

    /// A pace for one series of commands. Only a serverless cache limits it.
    static Pace of(boolean serverless) {
      return new Pace(
          serverless ? SERVERLESS_PER_SECOND : UNLIMITED, System::nanoTime, LockSupport::parkNanos);
    }

    /// Waits until a piece of so many commands may be sent.
    void before(int commands) {
      long now = nanos.getAsLong();
      while (perSecond != UNLIMITED && next - now > 0) {
        wait.accept(next - now);
        now = nanos.getAsLong();
      }
      next = now + commands * NANOS_PER_SECOND / perSecond;
    }
  }
}
