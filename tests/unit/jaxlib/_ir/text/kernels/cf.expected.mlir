module {
  func.func @f0(%arg0: i1) {
    cf.assert %arg0, "no"
    return
  }
}
