package pagemark.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.LookResult;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.Witnesses;
import pagemark.index.WriteResult;
import pagemark.redis.RedisIndex.RedisInspector.Keyspace;
import pagemark.redis.SharedCalls.LookCalls;
import pagemark.redis.SharedCalls.LookCalls.OpenLook;
import pagemark.redis.WriteCalls.OpenCall;
import pagemark.redis.connection.RedisConnection;
import pagemark.redis.connection.RedisConnection.CallReply;
import pagemark.redis.connection.Refusal;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.LookScript;
import pagemark.redis.script.ScriptCall;
import pagemark.redis.script.ScriptCall.FenceTime;
import pagemark.redis.script.ScriptCall.Script;
import pagemark.redis.script.WriteScript;
import pagemark.redis.script.WriteScript.WriteAnswer;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/// Writes groups, and looks at them, in rounds. All open calls go out together, in one round trip
/// to each node, several groups in one script call if they may ([SharedCalls]). One round is enough
/// unless a group needs more than one call ([WriteCalls]).
record RedisWriter(
    RedisConnection redis, IndexSettings settings, Witnesses kept, InstantSource clock)
    implements PageIndexWriter {
  /// The maximum number of rounds. A second one is rare already: only another writer's op can
  /// change the cell that a fence names.
  private static final int ROUNDS_MAX = 5;

  @Override
  public List<WriteResult> write(List<GroupWrite> writes) {
    List<WriteCalls> groups = writes.stream().map(write -> new WriteCalls(write, kept)).toList();
    List<OpenCall> open = new ArrayList<>();
    groups.forEach(group -> open.addAll(group.firstCalls()));
    for (int round = 0; round < ROUNDS_MAX && !open.isEmpty(); round++) {
      List<OpenCall> next = send(open);
      open.clear();
      open.addAll(next);
    }
    IndexException cause =
        new IndexException.Unavailable("other writers changed the fences in every round", null);
    open.forEach(call -> call.giveUp(cause));
    return groups.stream().map(WriteCalls::result).toList();
  }

  @Override
  public List<LookResult> look(List<GroupLook> looks) {
    List<LookCalls> groups = looks.stream().map(LookCalls::new).toList();
    sendLooks(groups);
    if (groups.stream().anyMatch(group -> !group.open().isEmpty())) {
      sendLooks(groups);
    }
    return groups.stream().map(LookCalls::result).toList();
  }

  /// Sends what is open. If the server refuses a call of several groups, these stay open, and none
  /// shares a call any more.
  private void sendLooks(List<LookCalls> groups) {
    FenceTime fences = fences();
    List<OpenLook> open = groups.stream().flatMap(group -> group.open().stream()).toList();
    List<List<OpenLook>> shared = SharedCalls.of(open, redis.isCluster());
    List<CallReply> replies =
        redis.callAll(shared.stream().map(calls -> LookScript.call(looks(calls), fences)).toList());
    for (int i = 0; i < shared.size(); i++) {
      settleLooks(shared.get(i), replies.get(i));
    }
  }

  private static List<GroupLook> looks(List<OpenLook> calls) {
    return calls.stream().map(OpenLook::look).toList();
  }

  private static void settleLooks(List<OpenLook> calls, CallReply reply) {
    switch (reply) {
      case CallReply.Failure(var cause) when calls.size() > 1 && Refusal.isOfServer(cause) ->
          calls.forEach(OpenLook::sendAlone);
      case CallReply.Failure(var cause) ->
          calls.forEach(call -> call.settle(new LookResult.Failed(cause)));
      case CallReply.Value(var value) -> {
        List<LookResult> results = LookScript.results(value, looks(calls));
        for (int i = 0; i < calls.size(); i++) {
          calls.get(i).settle(results.get(i));
        }
      }
    }
  }

  @Override
  public Sweep sweep(String generation, String position, BooleanSupplier hasTime) {
    return new FenceSweep(redis, generation, fences()).run(position, hasTime);
  }

  private FenceTime fences() {
    return new FenceTime(settings.fencePeriod(), clock.instant());
  }

  @Override
  public Optional<Witnesses> witnesses() {
    return Optional.of(kept);
  }

  @Override
  public String part(GroupRef group) {
    return redis.node(IndexKeys.of(group).all());
  }

  @Override
  public Instant time() {
    return redis.time();
  }

  private List<OpenCall> send(List<OpenCall> open) {
    FenceTime fences = fences();
    List<List<OpenCall>> shared = SharedCalls.of(open, redis.isCluster());
    List<CallReply> replies =
        redis.callAll(shared.stream().map(calls -> call(calls, fences)).toList());
    List<OpenCall> next = new ArrayList<>();
    for (int i = 0; i < shared.size(); i++) {
      next.addAll(settle(shared.get(i), replies.get(i)));
    }
    return next;
  }

  private ScriptCall call(List<OpenCall> calls, FenceTime fences) {
    return WriteScript.call(
        calls.stream().map(OpenCall::part).toList(), fences, settings.witnessed());
  }

  /// Records the reply to a script call. If the server refused a call of several groups, each is
  /// sent again alone, so that none fails for another one.
  ///
  /// @return the calls that must follow
  private static List<OpenCall> settle(List<OpenCall> calls, CallReply reply) {
    return switch (reply) {
      case CallReply.Failure(var cause) when calls.size() > 1 && Refusal.isOfServer(cause) ->
          calls.stream().map(OpenCall::alone).toList();
      case CallReply.Failure(var cause) ->
          calls.stream().flatMap(call -> call.failed(cause).stream()).toList();
      case CallReply.Value(var value) -> {
        List<WriteAnswer> answers =
            WriteAnswer.of(value, calls.stream().map(OpenCall::ops).toList());
        List<OpenCall> next = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
          next.addAll(calls.get(i).settle(answers.get(i)));
        }
        yield next;
      }
    };
  }

  /// Removes old fences of a generation. SCAN finds fences, one node after another; `sweep.lua`
  /// drops those that no write needs any more. The script checks again in the moment in which it
  /// drops, so a concurrent write loses nothing.
  ///
  /// A step costs one SCAN and one round trip for the drops. A position is a node and its cursor,
  /// `HOST:PORT CURSOR`.
  record FenceSweep(RedisConnection redis, String generation, FenceTime time) {
    private static final String START = ScanParams.SCAN_POINTER_START;
    private static final Script SWEEP = Script.of("clock.lua", "sweep.lua");

    Sweep run(String position, BooleanSupplier hasTime) {
      List<String> nodes = redis.nodes();
      int space = position.lastIndexOf(' ');
      int first = space < 0 ? -1 : nodes.indexOf(position.substring(0, space));
      String cursor = first < 0 ? START : position.substring(space + 1);
      long removed = 0;
      for (String node : nodes.subList(Math.max(first, 0), nodes.size())) {
        do {
          ScanResult<byte[]> step = scan(node, cursor);
          if (!hasTime.getAsBoolean()) {
            return new Sweep(removed, node + " " + cursor);
          }
          removed += drop(step.getResult());
          cursor = step.getCursor();
        } while (!cursor.equals(START));
      }
      return new Sweep(removed, Sweep.BEGIN);
    }

    private ScanResult<byte[]> scan(String node, String cursor) {
      ScanParams params =
          new ScanParams().match("pm:" + generation + ":{*}:packed:?").count(Keyspace.CHUNK);
      return redis.onNode(node, on -> new Jedis(on).scan(cursor.getBytes(US_ASCII), params));
    }

    private long drop(List<byte[]> fences) {
      List<ScriptCall> calls =
          fences.stream()
              .map(key -> new String(key, 0, key.length - 1, UTF_8))
              .distinct()
              .map(this::drop)
              .toList();
      return redis.callAll(calls).stream().map(CallReply::orThrow).mapToLong(n -> (Long) n).sum();
    }

    /// @param both the common start of the names of two hashes of fences, which differ in a digit
    private ScriptCall drop(String both) {
      return ScriptCall.of(
          SWEEP,
          List.of((both + 0).getBytes(UTF_8), (both + 1).getBytes(UTF_8)),
          generation,
          time.period().toSeconds(),
          time.now().getEpochSecond());
    }
  }
}
