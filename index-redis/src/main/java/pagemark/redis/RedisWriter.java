package pagemark.redis;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import pagemark.index.GroupLook;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.LookResult;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.Witnesses;
import pagemark.index.WriteResult;
import pagemark.redis.WriteCalls.OpenCall;
import pagemark.redis.connection.RedisConnection;
import pagemark.redis.connection.Refusal;
import pagemark.redis.connection.Reply;
import pagemark.redis.script.FenceTime;
import pagemark.redis.script.LateCall;
import pagemark.redis.script.WriteAnswer;
import pagemark.redis.script.WriteScript;

/// Writes groups in rounds. All open calls go out together, in one round trip to each node, several
/// groups in one script call if they may ([SharedCalls]). One round is enough unless a group needs
/// more than one call ([WriteCalls]).
record RedisWriter(
    RedisConnection redis, IndexSettings settings, Witnesses witnesses, InstantSource clock)
    implements PageIndexWriter {
  /// The maximum number of rounds. A second one is rare already: only another writer's op can
  /// change the cell that a fence names.
  private static final int ROUNDS_MAX = 5;

  @Override
  public List<WriteResult> write(List<GroupWrite> writes) {
    List<WriteCalls> groups =
        writes.stream().map(write -> new WriteCalls(write, witnesses)).toList();
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
    FenceTime fences = fences();
    List<LookCalls> groups = looks.stream().map(look -> new LookCalls(look, fences)).toList();
    List<Reply> replies =
        redis.callAll(groups.stream().flatMap(group -> group.calls().stream()).toList());
    List<LookResult> results = new ArrayList<>();
    int next = 0;
    for (LookCalls group : groups) {
      int end = next + group.calls().size();
      results.add(group.result(replies.subList(next, end)));
      next = end;
    }
    return results;
  }

  @Override
  public Sweep sweep(String generation, String position, BooleanSupplier hasTime) {
    return new FenceSweep(redis, generation, fences()).run(position, hasTime);
  }

  private FenceTime fences() {
    return new FenceTime(settings.fencePeriod(), clock.instant());
  }

  @Override
  public Instant time() {
    return redis.time();
  }

  private List<OpenCall> send(List<OpenCall> open) {
    FenceTime fences = fences();
    List<List<OpenCall>> shared = SharedCalls.of(open, redis.isCluster());
    List<Reply> replies =
        redis.callEach(shared.stream().map(calls -> late(calls, fences)).toList());
    List<OpenCall> next = new ArrayList<>();
    for (int i = 0; i < shared.size(); i++) {
      next.addAll(settle(shared.get(i), replies.get(i)));
    }
    return next;
  }

  private LateCall late(List<OpenCall> calls, FenceTime fences) {
    return new LateCall(
        calls.getFirst().key(),
        () ->
            WriteScript.call(
                calls.stream().map(OpenCall::part).toList(), fences, settings.witnessed()));
  }

  /// Records the reply to a script call. If the server refused a call of several groups, each is
  /// sent again alone, so that none fails for another one.
  ///
  /// @return the calls that must follow
  private static List<OpenCall> settle(List<OpenCall> calls, Reply reply) {
    return switch (reply) {
      case Reply.Failure(var cause) when calls.size() > 1 && Refusal.isOfServer(cause) ->
          calls.stream().map(OpenCall::alone).toList();
      case Reply.Failure(var cause) ->
          calls.stream().flatMap(call -> call.failed(cause).stream()).toList();
      case Reply.Value(var value) -> {
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
}
