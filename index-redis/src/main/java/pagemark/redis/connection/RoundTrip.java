package pagemark.redis.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import pagemark.redis.script.ScriptCall;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisException;

/// Sends calls to their nodes: one pipeline for each node, all nodes in parallel. If a node is down
/// or hangs, only its own calls fail.
///
/// The cluster pipeline of jedis is not used: if one node refuses a connection, it gives up all
/// calls, and it drops a broken connection silently.
record RoundTrip(RedisNodes nodes, ExecutorService threads) {
  /// Sends all calls. Follows no redirection and sends nothing twice.
  ///
  /// @return for each call, in order, its reply or the [JedisException] that came instead
  List<Object> send(List<ScriptCall> calls) {
    Object[] answers = new Object[calls.size()];
    Map<HostAndPort, List<Integer>> byNode = new LinkedHashMap<>();
    for (int i = 0; i < calls.size(); i++) {
      byNode.computeIfAbsent(nodes.of(calls.get(i).key()), node -> new ArrayList<>()).add(i);
    }
    List<CompletableFuture<Void>> others = new ArrayList<>();
    byNode.forEach(
        (node, numbers) ->
            others.add(
                CompletableFuture.runAsync(() -> ask(node, calls, numbers, answers), threads)));
    others.forEach(CompletableFuture::join);
    return Arrays.asList(answers);
  }

  private void ask(
      HostAndPort node, List<ScriptCall> calls, List<Integer> numbers, Object[] answers) {
    List<Object> answered;
    try {
      answered = pipelined(node, numbers.stream().map(calls::get).toList());
    } catch (JedisException e) {
      numbers.forEach(number -> answers[number] = e);
      return;
    }
    for (int i = 0; i < numbers.size(); i++) {
      answers[numbers.get(i)] = answered.get(i);
    }
  }

  private List<Object> pipelined(HostAndPort node, List<ScriptCall> calls) {
    try (Pipeline pipeline = new Pipeline(nodes.connect(node), true)) {
      for (ScriptCall call : calls) {
        byte[] sha1 = call.script().sha1().getBytes(US_ASCII);
        pipeline.evalsha(sha1, call.keys(), call.arguments());
      }
      return pipeline.syncAndReturnAll();
    }
  }
}
