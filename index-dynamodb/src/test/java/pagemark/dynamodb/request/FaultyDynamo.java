package pagemark.dynamodb.request;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// A client whose next calls can fail, or get other replies.
public final class FaultyDynamo {
  private final Map<String, Deque<Fault>> faults = new HashMap<>();

  /// What happens to a call.
  private sealed interface Fault {
    record Failure(RuntimeException e) implements Fault {}

    record Change(UnaryOperator<Object> reply) implements Fault {}
  }

  private synchronized void add(String method, Fault fault) {
    faults.computeIfAbsent(method, _ -> new ArrayDeque<>()).add(fault);
  }

  /// Changes the reply to the next call of a method.
  public void change(String method, UnaryOperator<Object> reply) {
    add(method, new Fault.Change(reply));
  }

  /// Lets the next call of a method fail. It is not sent.
  public void fail(String method, RuntimeException e) {
    add(method, new Fault.Failure(e));
  }

  private synchronized @Nullable Fault next(String method) {
    return faults.getOrDefault(method, new ArrayDeque<>()).poll();
  }

  /// Whether all faults have happened.
  public synchronized boolean isOver() {
    return faults.values().stream().allMatch(Deque::isEmpty);
  }

  public DynamoDbClient client(DynamoDbClient real) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            FaultyDynamo.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) ->
                switch (next(method.getName())) {
                  case Fault.Failure(var e) -> throw e;
                  case Fault.Change(var reply) -> reply.apply(call(real, method, arguments));
                  case null -> call(real, method, arguments);
                });
  }

  private static Object call(DynamoDbClient real, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
