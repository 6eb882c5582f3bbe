package pagemark.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import pagemark.index.GroupLook;
import pagemark.index.LookResult;
import pagemark.index.LookResult.Failed;
import pagemark.index.LookResult.Looked;
import pagemark.index.LookResult.Register;
import pagemark.index.LookResult.Unmarked;
import pagemark.redis.connection.Reply;
import pagemark.redis.script.FenceTime;
import pagemark.redis.script.LookScript;
import pagemark.redis.script.ScriptCall;

/// Divides a group's look into calls, each within the limit on keys and arguments, and combines the
/// replies.
final class LookCalls {
  private static final int ITEMS_PER_CALL = 600;

  private final List<GroupLook> parts = new ArrayList<>();
  private final List<ScriptCall> calls = new ArrayList<>();

  LookCalls(GroupLook look, FenceTime fences) {
    List<GroupLook.Item> items = look.items();
    for (int from = 0; from == 0 || from < items.size(); from += ITEMS_PER_CALL) {
      int to = Math.min(from + ITEMS_PER_CALL, items.size());
      GroupLook part = new GroupLook(look.group(), items.subList(from, to));
      parts.add(part);
      calls.add(LookScript.call(part, fences));
    }
  }

  List<ScriptCall> calls() {
    return calls;
  }

  LookResult result(List<Reply> replies) {
    Instant at = Instant.MAX;
    List<Register> registers = new ArrayList<>();
    for (int i = 0; i < replies.size(); i++) {
      switch (replies.get(i)) {
        case Reply.Failure(var cause) -> {
          return new Failed(cause);
        }
        case Reply.Value(List<?> reply) when reply.isEmpty() -> {
          return new Unmarked();
        }
        case Reply.Value(var reply) -> {
          Looked looked = LookScript.looked(parts.get(i), (List<?>) reply);
          at = looked.at().isBefore(at) ? looked.at() : at;
          registers.addAll(looked.registers());
        }
      }
    }
    return new Looked(at, registers);
  }
}
