package pagemark.index;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Makes ports of which a test sees each call, and may change or refuse it.
public final class WatchedPort {
  private WatchedPort() {}

  /// A call that is still to be made.
  public interface Call {
    @Nullable Object answer() throws Throwable;
  }

  /// Answers the calls of a port.
  public interface Watcher {
    /// @param method the name of the method
    /// @param arguments may be replaced, before the call is made
    @Nullable Object called(String method, Object[] arguments, Call call) throws Throwable;
  }

  public static <T> T of(Class<T> port, T real, Watcher watcher) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (_, method, given) -> {
              Object[] arguments = given == null ? new Object[0] : given;
              return watcher.called(
                  method.getName(),
                  arguments,
                  () -> {
                    try {
                      return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                      throw e.getCause();
                    }
                  });
            }));
  }

  /// A port whose calls all fail.
  public static <T> T down(Class<T> port, Supplier<RuntimeException> failure) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (_, _, _) -> {
              throw failure.get();
            }));
  }
}
