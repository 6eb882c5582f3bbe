package pagemark.simulation;

import static java.lang.constant.ConstantDescs.CD_List;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/// Loads the project's classes again, with one method that does nothing, so that the rule in it is
/// gone. Main code needs no switches for that.
final class Mutant extends ClassLoader {
  private static final String PROJECT = "pagemark.";
  private static final ClassDesc LIST = ClassDesc.of("java.util.ArrayList");
  private static final ClassDesc OPTIONAL = ClassDesc.of("java.util.Optional");

  private final String type;
  private final String method;
  private final boolean answer;
  private boolean done;

  /// @param type the class, with its package
  /// @param method the name of the methods; they return an empty Optional, an empty list, or 0
  /// @param answer the answer of a method that returns a boolean
  Mutant(String type, String method, boolean answer) {
    super(Mutant.class.getClassLoader());
    this.type = type;
    this.method = method;
    this.answer = answer;
  }

  /// Finds the first seed whose schedule diverges.
  ///
  /// @param from the first seed to try; if few seeds diverge, shortly before one that is known to
  /// @throws AssertionError if no schedule diverges, or the method does not exist
  long divergingSeed(Mix mix, int from, int seeds) {
    try {
      Method first =
          loadClass(Divergence.class.getName())
              .getDeclaredMethod("first", String.class, int.class, int.class);
      first.setAccessible(true);
      long seed = (long) first.invoke(null, mix.name(), from, seeds);
      if (!done) {
        throw new AssertionError(type + " has no method " + method);
      }
      return seed;
    } catch (InvocationTargetException e) {
      throw new AssertionError("without %s of %s".formatted(method, type), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(PROJECT)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = name.equals(type) ? mutated(in.readAllBytes()) : in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] mutated(byte[] bytes) {
    ClassFile files = ClassFile.of();
    return files.transformClass(files.parse(bytes), this::mutate);
  }

  private void mutate(ClassBuilder builder, ClassElement element) {
    if (element instanceof MethodModel each && each.methodName().equalsString(method)) {
      done = true;
      builder.withMethodBody(
          each.methodName(),
          each.methodType(),
          each.flags().flagsMask(),
          code -> end(code, each.methodTypeSymbol()));
    } else {
      builder.with(element);
    }
  }

  private void end(CodeBuilder code, MethodTypeDesc type) {
    if (type.returnType().equals(CD_void)) {
      code.return_();
    } else if (type.returnType().equals(CD_boolean)) {
      code.loadConstant(answer ? 1 : 0).ireturn();
    } else if (type.returnType().equals(CD_int)) {
      code.loadConstant(0).ireturn();
    } else if (type.returnType().equals(CD_List)) {
      code.new_(LIST).dup().invokespecial(LIST, "<init>", MethodTypeDesc.of(CD_void)).areturn();
    } else if (type.returnType().equals(OPTIONAL)) {
      code.invokestatic(OPTIONAL, "empty", MethodTypeDesc.of(OPTIONAL)).areturn();
    } else {
      throw new IllegalArgumentException("nothing to answer of type " + type.returnType());
    }
  }
}
