#compdef oxo
# Completion of oxo in zsh. For this shell only, after compinit:
#     source <(oxo completion zsh)
# For good, in a folder of $fpath:
#     oxo completion zsh >~/.zfunc/_oxo

_oxo() {
    local -a answer whole open
    local line word
    answer=("${(@f)$("${(Q)words[1]}" completion zsh -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
    [[ $answer[1] == files ]] && _files
    for line in "${(@)answer[2,-1]}"; do
        word=${${line%%$'\t'*}//:/\\:}
        [[ $line == *$'\t'* ]] && line="$word:${line#*$'\t'}" || line=$word
        if [[ $word == *[=:] ]]; then open+=("$line"); else whole+=("$line"); fi
    done
    _describe -t words 'oxo' whole -- open -S ''
}

if [[ $funcstack[1] == _oxo ]]; then
    _oxo "$@"
else
    compdef _oxo oxo
fi
