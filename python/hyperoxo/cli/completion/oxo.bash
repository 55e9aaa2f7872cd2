# shellcheck shell=bash
# Completion of oxo in bash. For this shell only:
#     source <(oxo completion bash)
# For good:
#     oxo completion bash >~/.local/share/bash-completion/completions/oxo

_oxo() {
    local line=${COMP_LINE:0:COMP_POINT} breaks='' prefix='' kind='' word
    COMPREPLY=()
    # bash splits words at these characters, and replaces only what follows the last of them.
    [[ $COMP_WORDBREAKS == *:* ]] && breaks+=":"
    [[ $COMP_WORDBREAKS == *=* ]] && breaks+="="
    word=${line##*[[:space:]]}
    [[ -n $breaks ]] && prefix=${word%"${word##*["$breaks"]}"}
    while IFS=$'\t' read -r word _; do
        if [[ -z $kind ]]; then kind=$word; else COMPREPLY+=("${word#"$prefix"}"); fi
    done < <("${1/#\~/$HOME}" completion bash -- "$line" 2>/dev/null)
    if [[ $kind == files ]]; then
        compopt -o default 2>/dev/null || mapfile -t COMPREPLY < <(compgen -f -- "$2")
    fi
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=:] ]]; then
        compopt -o nospace
    fi
}
complete -F _oxo oxo
